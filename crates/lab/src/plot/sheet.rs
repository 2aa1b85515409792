//! Charts below one another in one picture.

use super::super::HostError;
use super::Draw;
use super::canvas::{TITLE_HEIGHT, canvas, title};
use super::chart::{Chart, Layout};

/// Charts below one another, each under its own title. Their frames are as wide as the longest legend of all leaves room.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sheet {
    /// Above all of them.
    pub title: String,
    /// From top to bottom.
    pub charts: Vec<Chart>,
}

impl Draw for Sheet {
    fn svg(&self) -> Result<String, HostError> {
        let beside = self.charts.iter().map(Chart::beside).fold(0.0, f64::max);
        let mut height = TITLE_HEIGHT;
        let mut layouts: Vec<Layout> = Vec::new();
        for chart in &self.charts {
            let layout = chart.layout(height + TITLE_HEIGHT, beside)?;
            height = layout.bottom;
            layouts.push(layout);
        }
        canvas(height, &self.title, |area| {
            self.charts.iter().zip(&layouts).try_for_each(|(chart, layout)| {
                title(area, &chart.title, layout.frame.top - TITLE_HEIGHT)?;
                chart.draw(area, &layout.frame)
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Axis, Curve};
    use super::*;

    fn chart(title: &str, label: &str) -> Chart {
        Chart {
            title: title.into(),
            x: Axis::new("x [m]"),
            y: Axis::new("y [m]"),
            curves: vec![Curve::new(label, vec![(0.0, 0.0), (1.0, 1.0)])],
            ..Chart::default()
        }
    }

    /// Height of the picture, and the ends of the longest horizontal line: the edges of the frames.
    fn size(sheet: &Sheet) -> String {
        let text = sheet.svg().expect("it draws");
        text.split("viewBox=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a size").into()
    }

    #[test]
    fn a_sheet_holds_every_chart_with_its_title_and_legend() {
        let charts = vec![chart("above", "one"), chart("below", "a name of many letters")];
        let text = Sheet { title: "both".into(), charts }.svg().expect("it draws");
        for word in ["both", "above", "below", "one", "a name of many letters"] {
            assert!(text.contains(word), "{word} is missing");
        }
        assert_eq!(text.matches("<svg").count(), 1);
    }

    #[test]
    fn a_sheet_is_as_high_as_its_charts_and_their_titles() {
        let sheet = |charts: usize| Sheet { title: String::new(), charts: vec![chart("", ""); charts] };
        // 35 for each title, 450 for the frame, 55 below it
        assert_eq!([0, 1, 2].map(|charts| size(&sheet(charts))), ["0 0 9000 350", "0 0 9000 5750", "0 0 9000 11150"]);
    }
}
