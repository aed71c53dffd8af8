//! Tests of `src/book/site/script_minifier.rs`, from within.

use super::thin_script;

#[test]
fn comments_and_blanks_that_mean_nothing_are_taken_out() {
    let script = "/* Why. */\nconst a = (b) => {\n    // How.\n    return [b, c];\n};\nf(a)\ng = a ? .5 : +1 - -b;\n";
    assert_eq!(
        thin_script(script),
        "const a=(b)=>{return[b,c]};f(a)\ng=a?.5:+1- -b;"
    );
}

#[test]
fn texts_and_what_follows_a_slash_stay_as_they_are() {
    for (script, thin) in [
        (
            "f('a = b', \"c : d\", `e , ${ f }` );",
            "f('a = b',\"c : d\",`e , ${ f }`);",
        ),
        ("a = 'it, ' ;\nb = 1;", "a='it, ';b=1;"),
        (
            "a = b.replace(/ = '/g, ' = ');\nb",
            "a=b.replace(/ = '/g, ' = ');\nb\n",
        ),
        (
            "f(a); // First, then,\ng(a);",
            "f(a);// First, then,\ng(a);",
        ),
        (
            "a = `b = ${c ? '' : `d = e`} = f`;",
            "a=`b = ${c ? '' : `d = e`} = f`;\n",
        ),
        ("a = 'it\\'s = b';", "a='it\\'s = b';\n"),
        ("a = x < !--b;", "a=x< !--b;"),
        ("return 'a' in b;", "return 'a' in b;"),
        (
            "if (a) {\n  if (b) {\n    c();\n  }\n}\nd",
            "if(a){if(b){c()}}\nd\n",
        ),
        ("f(); // {}\n}", "f();// {}\n}\n"),
        ("{\n  while (f());\n}", "{while(f());}\n"),
        ("{\n  while (\n    f()\n  );\n}", "{while(\nf()\n);}\n"),
    ] {
        assert_eq!(thin_script(script), thin, "{script}");
    }
}

#[test]
fn a_script_with_a_text_of_several_lines_stays_as_it_is() {
    for script in ["a = `\n  b\n`;", "a = 'b \\\n  c';"] {
        assert_eq!(thin_script(script), script);
    }
}
