//! The table of the papers' equations names what is there, and every equation.

use std::{fs, path::Path};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// What stands between the signs of code of a line.
fn code(line: &str) -> Vec<&str> {
    line.split('`').skip(1).step_by(2).collect()
}

#[test]
fn files_and_functions_of_the_papers_table_are_there() {
    let text = fs::read_to_string(root().join("docs/papers.md")).unwrap();
    let mut seen = 0;
    for line in text.lines() {
        let mut source = String::new();
        for word in code(line) {
            if word.ends_with(".rs") {
                source =
                    fs::read_to_string(root().join(word)).unwrap_or_else(|_| panic!("{word} is not there: {line}"));
                seen += 1;
            } else if let Some(name) = word.strip_suffix("()") {
                let is_there = ["(", "<"].iter().any(|open| source.contains(&format!("fn {name}{open}")));
                assert!(is_there, "there is no function {name}: {line}");
            }
        }
    }
    assert!(seen > 100, "{seen} files");
}

#[test]
fn every_equation_of_the_papers_has_one_row_that_names_a_function() {
    let text = fs::read_to_string(root().join("docs/papers.md")).unwrap();
    let chapters: Vec<&str> = text.split("\n## ").skip(1).collect();
    let numbered = |last: u32| (1..=last).map(|number| number.to_string()).collect::<Vec<_>>();
    let of_chapter = |chapter: u32, last: u32| (1..=last).map(move |number| format!("{chapter}.{number}"));
    let mut wang = of_chapter(2, 13).chain(of_chapter(3, 19)).collect::<Vec<_>>();
    wang.extend(of_chapter(4, 7));
    let pang = ["(i)", "(ii)", "(iii)", "(iv)", "(iii)′", "(iv)′", "Theorem 1"].map(String::from).to_vec();
    // they have no numbers: by what each displayed formula of the text defines
    let modia = "f_n, **f**_n, **f**_t, **τ**, c_res, r_contact, μ_r,geo, n_geo, c_geo, reg, **e**_t,reg, **e**_ω,reg, cor_cur, d";
    let modia = modia.split(", ").map(String::from).collect();
    let papers =
        [("[WK91]", wang), ("[PT96]", pang), ("[G04]", numbered(30)), ("[M3D]", modia), ("[P16]", numbered(31))];
    for (key, equations) in papers {
        let chapter = chapters.iter().find(|chapter| chapter.starts_with(key)).unwrap();
        let rows = chapter.lines().filter(|line| line.starts_with("| ")).skip(1);
        let found: Vec<&str> = rows.map(|row| row.split('|').nth(1).unwrap().trim()).collect();
        assert_eq!(found, equations, "{key}");
        for row in chapter.lines().filter(|line| line.starts_with("| ")).skip(1) {
            assert!(code(row).iter().any(|word| word.ends_with(".rs")), "no file: {row}");
            assert!(code(row).iter().any(|word| word.ends_with("()")), "no function: {row}");
        }
    }
}
