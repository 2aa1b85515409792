//! The C header with the value references of the unit.

use super::Elements;
use crate::fmi::description::Kind;
use crate::unit::table::{ENUMERATIONS, INFORMATION};

/// `include/asperity_fmu.h`
pub fn header(elements: &Elements, guid: &str) -> String {
    let states = elements.list.iter().filter(|(row, _)| row.derivative_of.is_some()).count();
    let mut text = format!(
        "/* Value references of {name}.fmu. Rendered from the variable table: `asperity describe header --write`.\n \
         * Element k of a vector, counted from 1, has the reference of the vector plus k - 1.\n \
         * SPDX-License-Identifier: MIT OR Apache-2.0 */\n\
         #ifndef ASPERITY_FMU_H\n#define ASPERITY_FMU_H\n\n\
         #define ASPERITY_MODEL_IDENTIFIER \"{name}\"\n\
         #define ASPERITY_GUID \"{guid}\"\n\
         #define ASPERITY_STATES {states}\n\
         #define ASPERITY_EVENT_INDICATORS {indicators}\n",
        name = INFORMATION.model_identifier,
        indicators = INFORMATION.event_indicators,
    );
    for row in elements.rows() {
        let unit = row.unit.map(|unit| format!(" [{unit}]")).unwrap_or_default();
        let shape = if row.elements.is_empty() { String::new() } else { format!(" [1..{}]", row.len()) };
        let kind = match row.kind {
            Kind::Real => "",
            Kind::Integer => ", Integer",
            Kind::Boolean => ", Boolean",
            Kind::Enumeration(_) => ", enumeration",
        };
        text += &format!(
            "\n/* {}{shape}{kind}{unit}: {} */\n#define ASPERITY_VR_{} {}u\n",
            row.name,
            row.description.replace("{}", &row.elements.join("/")),
            macro_name(row.name),
            row.value_reference
        );
    }
    for enumeration in ENUMERATIONS {
        text += &format!("\n/* {} */\n", enumeration.description);
        for (item, value) in enumeration.items.iter().zip(1..) {
            text += &format!(
                "#define ASPERITY_{}_{} {} /* {} */\n",
                macro_name(enumeration.name),
                macro_name(item.name),
                i32::to_string(&value),
                item.description
            );
        }
        let items = enumeration.items.len();
        text += &format!(
            "#define ASPERITY_{}_ITEMS {items} /* how many there are, from 1 on */\n",
            macro_name(enumeration.name)
        );
    }
    text + "\n#endif\n"
}

/// `geometry.centerI` → `GEOMETRY_CENTER_I`, `der(s_dw)` → `DER_S_DW`
fn macro_name(name: &str) -> String {
    let mut out = String::new();
    let mut previous = ' ';
    for c in name.chars() {
        if c.is_uppercase() && previous.is_lowercase() {
            out.push('_');
        }
        match c {
            '.' | '(' => out.push('_'),
            ')' => {}
            _ => out.extend(c.to_uppercase()),
        }
        previous = c;
    }
    out
}
