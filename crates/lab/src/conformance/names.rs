//! Names (FMI 2.0.5, section 2.2.9).

use crate::description::is_c_identifier;

/// Whether a name is structured: identifiers with indices, joined by dots, or `der(…)` of such with an order.
pub(super) fn is_structured(name: &str) -> bool {
    if let Some(inside) = name.strip_prefix("der(").and_then(|rest| rest.strip_suffix(')')) {
        let (of, order) = split_order(inside);
        return order.is_none_or(is_number) && is_path(of);
    }
    is_path(name)
}

/// `name,2` in its parts; a comma between brackets or quotes is none of them.
fn split_order(inside: &str) -> (&str, Option<&str>) {
    match inside.rsplit_once(',') {
        Some((of, order)) if is_number(order.trim()) && of.matches('[').count() == of.matches(']').count() => {
            (of, Some(order.trim()))
        }
        _ => (inside, None),
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit())
}

fn is_path(mut rest: &str) -> bool {
    loop {
        let Some(after) = after_identifier(rest) else { return false };
        let Some(after) = after_indices(after) else { return false };
        match after.strip_prefix('.') {
            Some(next) => rest = next,
            None => return after.is_empty(),
        }
    }
}

/// What follows a name as of C, or any text in single quotes, where `\` takes the next letter with it.
fn after_identifier(text: &str) -> Option<&str> {
    let Some(quoted) = text.strip_prefix('\'') else {
        let end = text.find(|c: char| c != '_' && !c.is_ascii_alphanumeric()).unwrap_or(text.len());
        return is_c_identifier(&text[..end]).then(|| &text[end..]);
    };
    let mut letters = quoted.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\'' => return (at > 0).then(|| &quoted[at + 1..]),
            '\\' => drop(letters.next()),
            _ => {}
        }
    }
    None
}

/// What follows `[1,2]`, if there are indices.
fn after_indices(text: &str) -> Option<&str> {
    let Some(inside) = text.strip_prefix('[') else { return Some(text) };
    let (indices, after) = inside.split_once(']')?;
    indices.split(',').all(|index| is_number(index.trim())).then_some(after)
}

#[cfg(test)]
mod tests {
    use super::is_structured;

    #[test]
    fn names_of_the_standard_are_told_from_others() {
        for name in [
            "a",
            "_b2",
            "wheel.hub[3]",
            "m[1, 2].x",
            "der(a.b)",
            "der(v[2],1)",
            "der(m[1,2])",
            "'any thing'",
            "'it\\'s'.x[1]",
        ] {
            assert!(is_structured(name), "{name}");
        }
        for name in ["", "2a", "a.", ".a", "a b", "a[", "a[x]", "a[1", "der(a", "der()", "'open", "''", "a..b", "ä"] {
            assert!(!is_structured(name), "{name}");
        }
    }
}
