//! HTML: one page without scripts and without anything to fetch. The picture, and its tables for
//! those who read or copy the numbers.

use std::fmt::Write;

use crate::picture::{Panel, Picture, alt_text};
use crate::svg::{Container, escaped, svg};

pub(crate) fn html(picture: &Picture) -> String {
    let title = escaped(&picture.title);
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width\"/>\n<title>{title}</title>\n\
         <style>:root{{color-scheme:light dark}}body{{font:14px system-ui,sans-serif;margin:16px}}\
         figure{{margin:0;overflow-x:auto}}table{{border-collapse:collapse;margin:12px 0}}\
         td,th{{border:1px solid #888;padding:2px 6px;text-align:right;font-family:monospace}}\
         caption{{text-align:left}}</style>\n</head>\n<body>\n<figure>\n{}</figure>\n\
         <details>\n<summary>As tables</summary>\n",
        svg(picture, Container::File)
    );
    for panel in &picture.panels {
        let caption = if panel.name.is_empty() { title.clone() } else { escaped(&panel.name) };
        table(&mut out, panel, &caption);
    }
    for Panel { foot, .. } in &picture.panels {
        if !foot.is_empty() {
            let _ = writeln!(out, "<p>{}</p>", escaped(foot));
        }
    }
    out.push_str("</details>\n</body>\n</html>\n");
    out
}

/// A table whose headings a screen reader reads out, a row of them for each level.
fn table(out: &mut String, panel: &Panel, caption: &str) {
    let _ = writeln!(out, "<table><caption>{caption}</caption>");
    let across = panel.rows.levels.len().max(1);
    for level in (0..panel.columns.levels.len()).rev() {
        out.push_str("<tr>");
        for _ in 0..across {
            out.push_str("<td></td>");
        }
        for (number, first, end) in panel.columns.bands(level) {
            let _ = write!(out, "<th scope=\"col\"{}>{number}</th>", span("colspan", end - first));
        }
        out.push_str("</tr>\n");
    }
    for (row, cells) in panel.lines().enumerate() {
        out.push_str("<tr>");
        for level in (0..panel.rows.levels.len()).rev() {
            let bands = panel.rows.bands(level);
            if let Some((number, first, end)) = bands.iter().find(|(_, first, _)| *first == row) {
                let span = span("rowspan", end - first);
                let _ = write!(out, "<th scope=\"row\"{span}>{number}</th>");
            }
        }
        if panel.rows.levels.is_empty() {
            out.push_str("<td></td>");
        }
        for cell in cells {
            let _ = write!(out, "<td>{}</td>", escaped(&alt_text(cell)));
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</table>\n");
}

fn span(name: &str, count: usize) -> String {
    if count == 1 { String::new() } else { format!(" {name}=\"{count}\"") }
}
