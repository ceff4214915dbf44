import { describe, expect, it } from "vitest";
import { findSvgProblem } from "./safe-svg.ts";

const drawing = (inner: string, attributes = 'viewBox="0 0 8 8"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inner}</svg>`;

describe("findSvgProblem", () => {
  it.each([
    ["shapes", drawing('<g fill="#fff"><path d="M0 0h8"/><circle cx="4" cy="4" r="2"/></g>')],
    [
      "gradients and pieces of itself",
      drawing(
        '<defs><linearGradient id="a"><stop stop-color="red"/></linearGradient><path id="b" d="M0 0"/></defs>' +
          `<rect fill="url(#a)" width="4" height="4"/><rect fill="url( '#a' )"/><use xlink:href="#b"/><use href="#b"/>`,
      ),
    ],
    [
      "a copy of a copy, 50 in all",
      drawing(
        `<path id="a" d="M0 0h8"/><g id="b"><use href="#a"/></g>${'<use xlink:href="#b"/>'.repeat(49)}`,
      ),
    ],
    [
      "the head that drawing programs write",
      `<?xml version="1.0" encoding="UTF-8"?>\n<!-- Made by hand -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n${drawing("<title>Logo</title>", 'width="8" height="8" xml:space="preserve"')}`,
    ],
  ])("accepts %s", (_case, text) => {
    expect(findSvgProblem(text)).toBeUndefined();
  });

  it.each([
    ["a script", drawing("<script>alert(1)</script>"), "zawiera skrypt"],
    [
      "a script of another namespace",
      drawing('<x:script xmlns:x="http://www.w3.org/1999/xhtml"/>'),
      "zawiera skrypt",
    ],
    ["an event handler", drawing('<path d="M0 0" onclick="alert(1)"/>'), "zawiera skrypt (atrybut onclick)"],
    ["an event handler on the root", drawing("", 'viewBox="0 0 8 8" onload="alert(1)"'), "atrybut onload"],
    ["a style attribute", drawing('<path style="fill:red"/>'), "ma styl w atrybucie style"],
    ["a style sheet", drawing("<style>path{fill:red}</style>"), "arkusz stylów"],
    ["an address outside", drawing('<use href="https://a.example/x.svg#a"/>'), "poza plikiem (atrybut href)"],
    [
      "an address in data",
      drawing('<use xlink:href="data:image/svg+xml,x"/>'),
      "poza plikiem (atrybut xlink:href)",
    ],
    [
      "a colour from outside",
      drawing(`<path fill="url( 'https://a.example/x')"/>`),
      "poza plikiem (atrybut fill)",
    ],
    [
      "a mask from outside",
      drawing(`<path mask="image-set('//a.example/x' 1x)"/>`),
      "poza plikiem (atrybut mask)",
    ],
    ["an escaped address", drawing('<path fill="u\\72l(https:x)"/>'), "poza plikiem (atrybut fill)"],
    [
      "another base",
      drawing('<use xml:base="https://a.example/" href="#a"/>'),
      "poza plikiem (atrybut xml:base)",
    ],
    [
      "an entity",
      `<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>${drawing("")}`,
      "własne definicje",
    ],
    [
      "a style sheet from outside",
      `<?xml-stylesheet href="a.css"?>${drawing("")}`,
      "polecenie dla innego programu",
    ],
    ["a picture", drawing('<image href="#a"/>'), "wstawione zdjęcie"],
    ["words in a typeface", drawing("<text>Logo</text>"), "zawiera napis"],
    ["animation", drawing('<set attributeName="href" to="x"/>'), "element „set”"],
    ["HTML", drawing("<foreignObject/>"), "element „foreignObject”"],
    [
      "notes of a drawing program",
      drawing('<g xmlns:i="http://www.inkscape.org/namespaces/inkscape" i:label="a"/>'),
      "dane programu graficznego (atrybut i:label)",
    ],
    [
      "copies of copies of copies",
      drawing(
        '<g id="a"><path d="M0 0h8"/></g><g id="b"><use href="#a"/><use href="#a"/></g>' +
          '<g id="c"><use href="#b"/><use href="#b"/></g><use href="#c"/>',
      ),
      "powtarza kształty piętrowo (element use)",
    ],
    [
      "copies that a pattern multiplies",
      drawing(
        '<g id="a"><path d="M0 0"/></g><g id="b"><use href="#a"/></g><pattern id="p"><use href="#b"/></pattern>' +
          '<rect id="r" fill="url(#p)"/>',
      ),
      "powtarza kształty piętrowo (element use)",
    ],
    ["a copy of itself", drawing('<g id="a"><use href="#a"/></g>'), "powtarza kształty piętrowo"],
    ["51 copies", drawing(`<path id="a" d="M0 0"/>${'<use href="#a"/>'.repeat(51)}`), "najwyżej 50"],
    ["a broken file", drawing("<path>"), "nie jest poprawnym plikiem SVG"],
    ["another kind of file", "<html></html>", "nie jest rysunkiem SVG"],
    ["words", "logo", "nie jest poprawnym plikiem SVG"],
    ["a drawing without a size", drawing("", ""), "nie ma rozmiaru"],
  ])("T26 refuses %s", (_case, text, problem) => {
    const found = findSvgProblem(text);
    expect(found?.problem).toContain(problem);
    expect(found?.hint).toContain("PNG");
  });

  it("names the line", () => {
    expect(findSvgProblem(drawing('\n<path d="M0 0"/>\n<path onclick="a"/>'))?.problem).toMatch(
      /\(linia 3\)$/,
    );
  });
});
