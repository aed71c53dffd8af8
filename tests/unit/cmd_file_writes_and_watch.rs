use super::*;

/// Between the last look at a file and the move of the draft to its place an editor may save: that save stays.
#[test]
fn a_save_that_comes_last_is_put_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.md");
    for (held, is_replaced) in [("read", true), ("saved", false)] {
        fs::write(&path, held).expect("a file");
        let (draft, mut file) = TemporaryPath::create_file_beside(&path).expect("a draft");
        file.write_all(b"ours").expect("a text");
        let done = put_in_place(&draft, &path, b"read", b"ours");
        assert_eq!(done.is_ok(), is_replaced, "{done:?}");
        drop(draft);
        assert_eq!(
            fs::read_to_string(&path).expect("a file"),
            if is_replaced { "ours" } else { "saved" }
        );
        assert_eq!(
            fs::read_dir(folder.path()).expect("a folder").count(),
            1,
            "a draft is left"
        );
    }
}

/// A link or a folder that came in the place of the file is no less somebody's.
#[test]
fn what_is_no_file_any_more_is_put_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, other) = (folder.path().join("a.md"), folder.path().join("b.md"));
    fs::write(&other, "read").expect("a file");
    std::os::unix::fs::symlink(&other, &path).expect("a link");
    let (draft, mut file) = TemporaryPath::create_file_beside(&path).expect("a draft");
    file.write_all(b"ours").expect("a text");
    put_in_place(&draft, &path, b"read", b"ours").expect_err("a link is no file");
    assert!(path.is_symlink() && fs::read_to_string(&other).expect("a file") == "read");
}
