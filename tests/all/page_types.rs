//! The types of questions and answers that the scripts of the pages are checked with; `UPDATE=1` writes them anew.

use crate::golden;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

const HEAD: &str = "\
// What the pages ask the engine, and what it answers. Made from the types in `src/web`:
// `UPDATE=1 cargo test --test all page_types::` writes this file.
";

#[test]
fn scripts_are_checked_with_the_types_of_the_engine() {
    let mut declared = BTreeMap::new();
    for schema in mouche::web::question_and_answer_schemas() {
        let mut schema = schema.to_value();
        let name = schema["title"].as_str().expect("a name").to_owned();
        if let Some(definitions) = schema.as_object_mut().and_then(|root| root.remove("$defs")) {
            for (name, definition) in definitions.as_object().expect("definitions") {
                declared.insert(name.clone(), declaration(name, definition));
            }
        }
        declared.insert(name.clone(), declaration(&name, &schema));
    }
    let mut types = HEAD.to_owned();
    for declaration in declared.values() {
        types += &format!("\n{declaration}\n");
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scripts/engine.d.ts");
    golden::hold_file(&file, &types);
}

/// Writes a named type: an interface if it is one object, otherwise a type of another form.
fn declaration(name: &str, schema: &Value) -> String {
    let comment = comment(schema, "");
    if schema.get("properties").is_some() {
        format!("{comment}interface {name} {}", object(schema, ""))
    } else {
        format!("{comment}type {name} ={};", alternatives(schema))
    }
}

/// Writes each alternative of a type on a line.
fn alternatives(schema: &Value) -> String {
    let mut lines = String::new();
    for alternative in union(schema).expect("a type of several forms") {
        let form = match alternative.get("properties") {
            Some(_) => object(alternative, "    "),
            None => type_of(alternative),
        };
        lines += &format!("\n    | {form}");
    }
    lines
}

/// Writes the fields of an object.
fn object(schema: &Value, indent: &str) -> String {
    let properties = schema["properties"].as_object().expect("properties");
    let required = schema["required"].as_array();
    let inner = format!("{indent}    ");
    let mut lines = String::from("{\n");
    for (name, property) in properties {
        let is_required = required.is_some_and(|names| names.contains(&Value::from(name.as_str())));
        let mark = if is_required { "" } else { "?" };
        let form = match property.get("properties") {
            Some(_) => object(property, &inner),
            None => type_of(property),
        };
        lines += &comment(property, &inner);
        lines += &format!("{inner}{name}{mark}: {form};\n");
    }
    lines + indent + "}"
}

fn type_of(schema: &Value) -> String {
    if let Some(reference) = schema["$ref"].as_str() {
        return reference.rsplit('/').next().expect("a name").to_owned();
    }
    if let Some(alternatives) = union(schema) {
        return joined(alternatives.iter().map(type_of));
    }
    match &schema["type"] {
        Value::String(name) => named_type(name, schema),
        Value::Array(names) => {
            let names = names.iter().filter_map(Value::as_str);
            joined(names.map(|name| named_type(name, schema)))
        }
        _ => panic!("a type that is not written yet: {schema}"),
    }
}

fn named_type(name: &str, schema: &Value) -> String {
    match name {
        "integer" | "number" => "number".to_owned(),
        "array" => match schema["prefixItems"].as_array() {
            Some(items) => {
                let items: Vec<String> = items.iter().map(type_of).collect();
                format!("[{}]", items.join(", "))
            }
            None => array_type(schema),
        },
        "string" | "boolean" | "null" => name.to_owned(),
        _ => panic!("a type that is not written yet: {schema}"),
    }
}

/// Writes an array of any length, or a tuple if all its items are of one type and as many as is said.
fn array_type(schema: &Value) -> String {
    let item = type_of(&schema["items"]);
    match (schema["minItems"].as_u64(), schema["maxItems"].as_u64()) {
        (Some(least), Some(most)) if least == most => {
            format!("[{}]", vec![item; most as usize].join(", "))
        }
        _ => format!("{item}[]"),
    }
}

fn union(schema: &Value) -> Option<&Vec<Value>> {
    schema["anyOf"].as_array().or(schema["oneOf"].as_array())
}

fn joined(types: impl Iterator<Item = String>) -> String {
    types.collect::<Vec<_>>().join(" | ")
}

fn comment(schema: &Value, indent: &str) -> String {
    match schema["description"].as_str() {
        Some(text) => format!("{indent}/** {} */\n", text.replace('\n', " ")),
        None => String::new(),
    }
}
