import { VERCEL_STEGA_REGEX, vercelStegaDecodeAll } from "@vercel/stega";
import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { Link } from "react-router";
import type { ContentName } from "../../../content-model/content.ts";
import { previewPage } from "../../../content-model/preview-page.ts";
import { queryOf } from "../api.ts";
import type { Place } from "../content/field-focus.ts";
import { useSync } from "../content/sync.ts";
import { Choice } from "../shell/inputs.tsx";

interface PreviewFrameProps {
  /** The file of the form, and the path of the focused field. */
  readonly name: ContentName;
  readonly focused: string;
  /** The viewport width of the page. */
  readonly width: number;
  /** An earlier publication; without it, the draft. */
  readonly version?: string;
  readonly onOpen?: (place: Place) => void;
}

const widths = { 390: "Telefon", 1280: "Komputer" };

export function PreviewInWidths(props: Omit<PreviewFrameProps, "width">) {
  const [width, setWidth] = useState("390");
  return (
    <>
      <Choice hidesLegend legend="Szerokość ekranu" labels={widths} chosen={width} onChoose={setWidth} />
      <PreviewFrame key={props.name} width={Number(width)} {...props} />
    </>
  );
}

/**
 * Shows a page of the draft: updates after each save, outlines the focused field, and opens a field on click. Or a page of an earlier
 * publication (P7.3).
 */
export function PreviewFrame({ name, focused, width, version, onOpen }: PreviewFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [isStopped, setStopped] = useState(false);
  const answer = useSync().files[name];
  /** The frame itself loads the page for the first response. */
  const shownAnswer = useRef(answer);
  const page = previewPage(name, focused);
  const url = `/panel/api/preview/${page}${queryOf(version)}`;
  const [boxWidth, setBoxWidth] = useState(width);
  /** The page is never enlarged. */
  const scale = Math.min(1, boxWidth / width);
  const measure = useCallback((box: HTMLElement | null) => {
    if (!box) return;
    const observer = new ResizeObserver(() => box.clientWidth > 0 && setBoxWidth(box.clientWidth));
    observer.observe(box);
    return () => observer.disconnect();
  }, []);

  /** Whether the page shows the focused place. The frame scrolls to a place that appears. */
  const isThere = useRef(false);
  const outline = useEffectEvent((shouldScroll: boolean) => {
    isThere.current = outlinePlace(frame.current, { name, at: focused }, shouldScroll || !isThere.current);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: outlines the new place
  useEffect(() => outline(true), [focused]);

  useEffect(() => {
    if (answer === shownAnswer.current) return;
    shownAnswer.current = answer;
    const outdated = new AbortController();
    async function draw(): Promise<void> {
      const response = await fetch(url, outdated);
      const html = await response.text();
      if (!response.ok) return;
      const isNothing = response.headers.has("X-Preview-Nothing");
      setStopped(isNothing);
      if (!isNothing && frame.current) show(frame.current, url, html);
      outline(false);
    }
    // Ignores errors, because the next response draws the page again.
    draw().catch(() => {});
    return () => outdated.abort();
  }, [url, answer]);

  function onLoad(): void {
    const page = frame.current?.contentDocument;
    if (!page) return;
    prepare(page);
    page.addEventListener("auxclick", (event) => event.preventDefault());
    page.addEventListener("click", (event) => {
      const clicked = placeOf(page, event);
      if (!(event.target as Element).closest("summary")) event.preventDefault();
      if (clicked) onOpen?.(clicked);
    });
    // Keeps the focus in the form.
    page.addEventListener("mousedown", (event) => event.preventDefault());
    outline(true);
  }

  return (
    <>
      {isStopped ? (
        <p className="notice" role="status">
          Podgląd pokaże ostatnie zmiany, gdy poprawisz to, co{" "}
          <Link to="/publikacja">jest do poprawienia</Link>.
        </p>
      ) : null}
      <div className="preview-box" ref={measure}>
        <iframe
          key={page}
          ref={frame}
          title="Podgląd strony"
          src={url}
          style={{ width, height: `${100 / scale}%`, transform: `scale(${scale})` }}
          onLoad={onLoad}
        />
      </div>
    </>
  );
}

function show(frame: HTMLIFrameElement, url: string, html: string): void {
  const { contentWindow, contentDocument } = frame;
  if (!contentWindow || !contentDocument) {
    // The frame shows an error, such as an expired session.
    frame.src = url;
    return;
  }
  if (contentDocument.URL !== frame.src || contentDocument.readyState === "loading") {
    frame.addEventListener("load", () => show(frame, url, html), { once: true });
    return;
  }
  // Uses the frame's parser, because the panel's Trusted Types policy forbids parsing HTML.
  const next = new (contentWindow as typeof window).DOMParser().parseFromString(html, "text/html");
  prepare(next);
  const open = new Set([...contentDocument.querySelectorAll("details[open]")].map(summaryOf));
  for (const details of next.querySelectorAll("details")) details.open = open.has(summaryOf(details));
  // Replaces both synchronously, so that the scroll position stays.
  contentDocument.head.replaceWith(next.head);
  contentDocument.body.replaceWith(next.body);
}

const summaryOf = (details: Element) => details.querySelector("summary")?.textContent;

/** Sets `data-path` and makes everything but questions unfocusable, because clicks, scripts and forms do nothing here. */
function prepare(page: Document): void {
  revealFields(page);
  for (const element of page.querySelectorAll("a, button, input, select, textarea")) {
    element.setAttribute("tabindex", "-1");
    element.removeAttribute("autofocus");
  }
  // Keeps loaded pictures from flickering when the page is replaced.
  for (const image of page.images) image.decoding = "sync";
}

const focusClass = "preview-focus";

/** Outlines the element that shows the place; false if there is none. */
function outlinePlace(frame: HTMLIFrameElement | null, place: Place, shouldScroll: boolean): boolean {
  const page = frame?.contentDocument;
  const shown = frame?.contentWindow;
  if (!shown || !page?.body) return false;
  const element = findPlace(page, place);
  for (const other of page.querySelectorAll(`.${focusClass}`)) other.classList.remove(focusClass);
  if (!element) return false;
  const question = element.closest("details");
  if (question) question.open = true;
  element.classList.add(focusClass);
  const { top, bottom } = element.getBoundingClientRect();
  const isSeen = top >= 0 && bottom <= shown.innerHeight;
  // Not scrollIntoView, which would scroll the panel too.
  if (shouldScroll && !isSeen) shown.scrollTo({ top: shown.scrollY + top - shown.innerHeight / 4 });
  return true;
}

/** Finds the element that shows a field, or the closest group or item around it, of which the largest part stands for what is too tall. */
function findPlace(page: Document, { name, at }: Place): Element | undefined {
  const keys = at.split(".");
  while (keys.length > 0) {
    const place = `${name}:${keys.join(".")}`;
    const own = [...page.querySelectorAll(`[data-path~="${place}"]`)];
    if (own.length > 0) return largest(own);
    const parts = [...page.querySelectorAll(`[data-path*="${place}."]`)];
    if (parts.length > 0) {
      const whole = commonAncestor(page, parts);
      return whole.clientHeight <= page.documentElement.clientHeight ? whole : largest(parts);
    }
    keys.pop();
  }
  return undefined;
}

/** Finds the clicked field: of the words under the pointer, otherwise the first one of the closest element. */
function placeOf(page: Document, { target, clientX, clientY }: MouseEvent): Place | undefined {
  const under = [target as Element, ...page.elementsFromPoint(clientX, clientY)];
  const range = page.createRange();
  const isAt = ({ left, right, top, bottom }: DOMRect, around = 0) =>
    Math.max(left - clientX, clientX - right, top - clientY, clientY - bottom) <= around;
  const isClicked = (node: Node, { from, to }: Part) => {
    range.setStart(node, from);
    range.setEnd(node, to);
    return [...range.getClientRects()].some((box) => isAt(box));
  };
  const nodes = under.flatMap((element) => [...element.childNodes]);
  const parts = nodes.flatMap((node) => partsOf.get(node)?.filter((part) => isClicked(node, part)) ?? []);
  /** A text may cover a picture far around its words. */
  const isNear = (element: Element) => {
    range.selectNodeContents(element);
    return element.localName === "img" || isAt(range.getBoundingClientRect(), 32);
  };
  const named = under.flatMap((element) => element.closest("[data-path]") ?? []);
  const found = named.find(isNear) ?? named[0];
  const place = parts[0]?.places[0] ?? found?.getAttribute("data-path")?.split(" ")[0];
  const [name, at] = place?.split(":") ?? [];
  return name && at ? { name: name as Place["name"], at } : undefined;
}

/** Picks the largest element, because a name may also be in menus and in texts for screen readers. */
function largest(elements: readonly Element[]): Element | undefined {
  const area = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return width * height;
  };
  return elements.toSorted((one, other) => area(other) - area(one))[0];
}

/** Finds the smallest element that contains all the given ones, which are in the order of the page. */
function commonAncestor(page: Document, elements: readonly Element[]): Element {
  const range = page.createRange();
  range.setStart(elements[0] as Element, 0);
  range.setEnd(elements.at(-1) as Element, 0);
  return range.commonAncestorContainer as Element;
}

/** Moves the invisible field marks from a page's texts and attributes to `data-path`, which lists an element's fields. */
function revealFields(page: Document): void {
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node: Node | null = walker.currentNode; node; node = walker.nextNode()) {
    if (node.nodeType === Node.TEXT_NODE) reveal(node, node.parentElement);
    else for (const attribute of (node as Element).attributes) reveal(attribute, node as Element);
  }
}

/** A part of a text with the fields that it shows. Their marks stood at its end. */
type Part = { readonly places: readonly string[]; readonly from: number; readonly to: number };

const partsOf = new WeakMap<Node, readonly Part[]>();

function reveal(holder: Node, element: Element | null): void {
  const text = holder.nodeValue ?? "";
  const shown = text.replaceAll(VERCEL_STEGA_REGEX, "");
  if (shown === text || !element) return;
  let [from, removed] = [0, 0];
  const parts = [...text.matchAll(VERCEL_STEGA_REGEX)].map(({ 0: marks, index }): Part => {
    const part = { places: vercelStegaDecodeAll<string>(marks), from, to: index - removed };
    removed += marks.length;
    from = part.to;
    return part;
  });
  partsOf.set(holder, parts);
  const places = [element.getAttribute("data-path") ?? [], parts.flatMap((part) => part.places)].flat();
  holder.nodeValue = shown;
  element.setAttribute("data-path", [...new Set(places)].join(" "));
}
