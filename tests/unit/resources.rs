//! What a unit finds in the folder of its resources.

use asperity::fmi::resources::{LONGEST, START_VALUES, StartValues, folder, resource};

/// The forms that importers were seen to send, on both kinds of system.
#[test]
fn paths_of_the_uris_that_importers_send() {
    let text = |path: Option<Vec<u8>>| path.map(|path| String::from_utf8(path).unwrap());
    for (uri, unix, windows) in [
        ("file:///home/u/x", Some("/home/u/x"), Some("/home/u/x")),
        ("file:/home/u/x/", Some("/home/u/x/"), Some("/home/u/x/")),
        ("file:////home/u/x", Some("/home/u/x"), Some("//home/u/x")),
        ("file://localhost/home/u", Some("/home/u"), Some("/home/u")),
        ("FILE:///home/a%20b%c3%A4", Some("/home/a bä"), Some("/home/a bä")),
        ("file:///tmp/100%", Some("/tmp/100%"), Some("/tmp/100%")),
        ("file:///tmp/%7B1%7d", Some("/tmp/{1}"), Some("/tmp/{1}")),
        ("file:///C:/a%20b/c", Some("/C:/a b/c"), Some("C:/a b/c")),
        ("file:/C:/a", Some("/C:/a"), Some("C:/a")),
        ("file:////C:/a", Some("/C:/a"), Some("C:/a")),
        ("file://C:/a", None, Some("C:/a")),
        ("file://server/share/a", None, Some("//server/share/a")),
        ("/home/u/100%25", Some("/home/u/100%25"), Some("/home/u/100%25")),
        ("C:\\a\\b", Some("C:\\a\\b"), Some("C:\\a\\b")),
        ("file:", None, None),
        ("file://", None, None),
        ("", None, None),
        ("http://example.org/x", None, None),
    ] {
        assert_eq!(text(folder(uri.as_bytes(), false)).as_deref(), unix, "{uri} on Unix");
        assert_eq!(text(folder(uri.as_bytes(), true)).as_deref(), windows, "{uri} on Windows");
    }
}

#[test]
fn start_values_begin_with_the_guid_and_name_a_bad_line() {
    let text = "# packed\n\nguid = 1-2\r\ncompliance.e = 0.7\n geometry.pair=spherePlane\n";
    let values = vec![("compliance.e", "0.7"), ("geometry.pair", "spherePlane")];
    assert_eq!(StartValues::of(text), Ok(StartValues { guid: "1-2", values: values.clone() }));
    let marked = format!("\u{feff}{}", text.trim_start_matches("# packed\n\n"));
    assert_eq!(StartValues::of(&marked), Ok(StartValues { guid: "1-2", values }));
    for (text, says) in [("", "guid = GUID"), ("compliance.e = 1", "guid = GUID"), ("guid = 1\nhm", "\"hm\"")] {
        assert!(StartValues::of(text).unwrap_err().contains(says), "{text}");
    }
}

#[test]
fn no_folder_and_no_file_are_no_start_values_and_a_bad_file_is_an_error() {
    let folder = std::env::temp_dir().join(format!("asperity resources {}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let uri = std::ffi::CString::new(format!("file://{}/", folder.display()).replace(' ', "%20")).unwrap();
    assert_eq!(resource(None, START_VALUES), Ok(None));
    assert_eq!(resource(Some(c"file:///no/such/folder"), START_VALUES), Ok(None));
    assert_eq!(resource(Some(&uri), START_VALUES), Ok(None));
    for (bytes, says) in [(vec![0xff; 3], "UTF-8"), (vec![b'#'; LONGEST + 1], "longer")] {
        std::fs::write(folder.join(START_VALUES), bytes).unwrap();
        let error = resource(Some(&uri), START_VALUES).unwrap_err();
        assert!(error.contains(says) && error.contains("asperity resources"), "{error}");
    }
    std::fs::write(folder.join(START_VALUES), "guid = 1").unwrap();
    assert_eq!(resource(Some(&uri), START_VALUES), Ok(Some("guid = 1".into())));
    std::fs::remove_dir_all(&folder).unwrap();
}
