// Tests the built page in a headless Chromium, from file://.
//     PLAYWRIGHT=…/node_modules/playwright-core CHROMIUM=/usr/bin/chromium node explorer/test.mjs [FOLDER FOR SCREENSHOTS]
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { mkdirSync, readFileSync, readdirSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";

const require = createRequire(import.meta.url);
const { chromium } = require(process.env.PLAYWRIGHT ?? "playwright-core");
const page_url = pathToFileURL(fileURLToPath(new URL("../layout-command/explorer.html", import.meta.url))).href;
const pictures = process.argv[2];
if (pictures) mkdirSync(pictures, { recursive: true });

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });

async function open(hash = "", options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  page.requests = [];
  page.errors = [];
  page.on("request", (request) => page.requests.push(request.url()));
  page.on("pageerror", (error) => page.errors.push(String(error)));
  page.on("console", (message) => message.type() === "error" && page.errors.push(message.text()));
  await page.goto(page_url + hash);
  return page;
}

const part = (page, side, name) => page.locator(`#${side} ${name}`);
const text = (page, side, name) => part(page, side, name).textContent();

/** Types an expression and waits until what is shown is its answer. */
async function type(page, side, expression) {
  await part(page, side, "textarea").fill(expression);
  await settled(page);
}

/** Waits until nothing is asked any more. */
async function settled(page) {
  await page.waitForFunction(() => module && !running && waiting.size === 0, undefined, { timeout: 10_000 });
}

/** The processor time of the pages' scripts and of their engines, in ms; NaN where the system does not tell. */
async function processor_time() {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  const renderers = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => `/proc/${id}/task`);
  // Not of threads that paint, compile or collect garbage meanwhile.
  const answers = (task) => {
    const [, process, thread] = task.match(/(\d+)\/task\/(\d+)$/);
    return process === thread || readFileSync(`${task}/comm`, "utf8").startsWith("DedicatedWorker");
  };
  const of = (task) => {
    try {
      return !answers(task) ? 0 : Number(readFileSync(`${task}/schedstat`, "utf8").split(" ")[0]) / 1e6;
    } catch {
      return 0;
    }
  };
  return () => {
    try {
      const tasks = renderers.flatMap((folder) => readdirSync(folder).map((task) => `${folder}/${task}`));
      return tasks.reduce((sum, task) => sum + of(task), 0);
    } catch {
      return NaN;
    }
  };
}

const tests = {
  async "typing shows the value, the facts and the picture"() {
    const page = await open();
    await part(page, "a", "textarea").fill("");
    await part(page, "a", "textarea").pressSequentially("zipped_divide((4,8):(8,1), (2,4))");
    await settled(page);
    assert.equal(await text(page, "a", ".value"), "((2,4),(2,2)):((8,1),(16,4))");
    assert.equal(await text(page, "a", ".facts"), "rank 2 · depth 2 · size 32 · cosize 32");
    assert.equal(await part(page, "a", ".view svg").count(), 1);
    const offsets = await part(page, "a", ".view g[text-anchor=middle] tspan").allTextContents();
    // Row by row: a tile a column.
    assert.equal(offsets.length, 32);
    assert.deepEqual(offsets.slice(0, 8), ["0", "16", "4", "20", "8", "24", "12", "28"]);
    // A field that is emptied stays so, when the address follows.
    await type(page, "a", "");
    await page.waitForFunction(() => location.hash === "#a=");
    await page.waitForTimeout(100);
    assert.equal(await part(page, "a", "textarea").inputValue(), "");
    return page;
  },

  async "a tiled product is drawn with A, B and C around each other"() {
    const page = await open();
    await type(page, "a", "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN)");
    const svg = part(page, "a", ".view svg");
    const names = await svg.locator("text[font-weight='600']").allTextContents();
    for (const name of ["B, 16×8 (k, n)", "A, 16×16 (m, k)", "C, 16×8 (m, n)"]) assert.ok(names.includes(name), name);
    const holders = await svg.locator("g[text-anchor=middle] tspan").allTextContents();
    assert.equal(holders.filter((text) => text === "T31").length, 8 + 4 + 4);
    return page;
  },

  async "the structure of a picture: cells, levels, title and description"() {
    const page = await open("#" + new URLSearchParams({ a: "((2,2),(2,3)):((1,4),(2,8))" }));
    await settled(page);
    const svg = part(page, "a", ".view svg");
    assert.equal(await svg.getAttribute("role"), "img");
    assert.equal(await svg.locator("title").first().textContent(), "((2,2),(2,3)):((1,4),(2,8))");
    assert.match(await svg.locator("desc").first().textContent(), /Row 0: 0, 2, 8, 10, 16, 18/);
    const offsets = await svg.locator("g[text-anchor=middle] tspan").allTextContents();
    const expected = [...Array(4).keys()].flatMap((i) => [...Array(6).keys()].map((j) => String((i % 2) + 4 * (i >> 1) + 2 * (j % 2) + 8 * (j >> 1))));
    assert.deepEqual(offsets, expected);
    return page;
  },

  async "errors have carets under the tokens, and a way out"() {
    const page = await open();
    await type(page, "a", "composition((4,8):(1,5), (2,3):(1,3))");
    const error = await text(page, "a", ".error");
    const [line, carets] = (await text(page, "a", ".error .source")).split("\n");
    assert.equal(line, "composition((4,8):(1,5), (2,3):(1,3))");
    assert.equal(line.slice(carets.indexOf("^"), carets.length), "3");
    assert.match(error, /its run of 2 equal steps does not divide 3/);
    assert.equal(await part(page, "a", ".view svg").count(), 0);
    await type(page, "a", "(4,4):(1,0)");
    assert.match(await text(page, "a", ".error"), /is not injective.*\n.*collisions allowed/s);
    await page.locator("#non_injective").check();
    await settled(page);
    assert.equal(await text(page, "a", ".value"), "(4,4):(1,0)");
    await type(page, "a", "colesce(4:1)");
    assert.match(await text(page, "a", ".error"), /did you mean `coalesce`/);
    // Columns are of characters, and the second line is the one that is shown.
    await type(page, "a", "(4,8):\n /* ∘∘ */ (8,?)");
    const [second, under] = (await text(page, "a", ".error .source")).split("\n");
    assert.equal([...second][under.indexOf("^")], "?");
    return page;
  },

  async "each view, as the command prints it"() {
    const page = await open();
    await type(page, "a", "(4,8):(8,1)");
    const shows = async (key, pattern) => {
      await page.keyboard.press(`Alt+${key}`);
      await settled(page);
      assert.match(await text(page, "a", ".view"), pattern);
    };
    await shows(3, /\(4,8\):\(8,1\)\n.*\n.*\+----/);
    await shows(4, /is_injective\(\(4,8\):\(8,1\)\) = true/);
    await shows(5, /index/);
    await shows(6, /size_t layout_index|uint64_t layout_index|layout_index/);
    await page.locator("#language select").selectOption("wgsl");
    await settled(page);
    assert.match(await text(page, "a", ".view"), /fn layout_index\(/);
    await page.keyboard.press("Alt+2");
    await settled(page);
    assert.match(await text(page, "a", ".view"), /bank/);
    await page.keyboard.press("Alt+4");
    await type(page, "a", "logical_divide(10:1, 4)");
    assert.match(await text(page, "a", ".view"), /the tiles cover 12 of 10 positions/);
    assert.match(await text(page, "a", ".error"), /\^/);
    return page;
  },

  async "symbols take values, and only where they are"() {
    const page = await open("#" + new URLSearchParams({ a: "logical_divide((m,n):(n,1), (4,4))", b: "(4,8):(8,1)", with: "m=8,n=8" }));
    await settled(page);
    assert.match(await text(page, "a", ".value"), /where 1 <= m/);
    assert.equal(await text(page, "a", ".known"), "with m=8, n=8: ((4,2),(4,2)):((8,32),(1,4))");
    assert.equal(await text(page, "b", ".value"), "(4,8):(8,1)");
    await page.locator("#with").fill("");
    await settled(page);
    assert.match(await text(page, "a", ".value"), /where 1 <= m/);
    assert.equal(await text(page, "b", ".known"), "");
    // What no value among those that are tried fits is an error, with the place where a value is written.
    await type(page, "a", "#[assume(m % 7 == 0)] (m,2):(2,1)");
    assert.match(await text(page, "a", ".view"), /`m` has no value\nhelp: “symbols” above gives it one: m=8/);
    return page;
  },

  async "sizes known at run time have sliders, from values with which all conditions hold"() {
    const page = await open("#" + new URLSearchParams({ a: "logical_divide((m,n):(n,1), (4,4))" }));
    await settled(page);
    assert.match(await text(page, "a", ".value"), /where 1 <= m, 1 <= n, m % 4 == 0, n % 4 == 0/);
    assert.equal(await text(page, "a", ".known"), "with m=8, n=8: ((4,2),(4,2)):((8,32),(1,4))");
    assert.equal(await part(page, "a", ".view svg").count(), 1);
    const slider = page.getByRole("slider", { name: "n" });
    await slider.focus();
    for (let k = 0; k < 4; k++) await page.keyboard.press("ArrowRight");
    await settled(page);
    assert.equal(await page.locator("#with").inputValue(), "m=8,n=12");
    assert.equal(await text(page, "a", ".known"), "with m=8, n=12: ((4,2),(4,3)):((12,48),(1,4))");
    await page.keyboard.press("ArrowRight");
    await settled(page);
    assert.match(await text(page, "a", ".error"), /13/);
    assert.equal(await slider.count(), 1, "an error leaves the slider");
    return page;
  },

  async "one layout has the page for itself, and its picture fits"() {
    const page = await open("#" + new URLSearchParams({ a: "Sw<3,4,3> o 0 o (8,64):(64,1)" }));
    await settled(page);
    const box = await part(page, "a", ".view svg").boundingBox();
    assert.ok(box.width > 1100 && box.x + box.width <= 1280, JSON.stringify(box));
    await type(page, "b", "(8,64):(64,1)");
    assert.ok((await part(page, "a", ".view").boundingBox()).width < 640);
    return page;
  },

  async "operands stand beside the answer, in colours that a sentence explains"() {
    const page = await open("#" + new URLSearchParams({ a: "let rows = (8,8):(8,1); zipped_divide(rows, (4,4))" }));
    await settled(page);
    assert.equal(await text(page, "a", ".value"), "((4,4),(2,2)):((8,1),(32,4))");
    assert.equal(await text(page, "a", ".colours"), "Each colour is one tile, in the layout and in its parts.");
    assert.equal(await part(page, "a", ".operands svg").count(), 1);
    const fills = (at) => page.evaluate((at) => new Set([...document.querySelectorAll(`#a ${at} path[fill^="#"]`)].map((path) => path.getAttribute("fill"))).size, at);
    assert.ok(await fills(".operands svg") >= 4 && await fills(".view svg") >= 4);
    await type(page, "a", "(6,2):(8,2) o (4,3):(3,1)");
    assert.equal(await part(page, "a", ".operands svg").count(), 2);
    await type(page, "a", "(4,8):(8,1)");
    assert.equal(await part(page, "a", ".operands svg").count(), 0);
    assert.equal(await text(page, "a", ".colours"), "");
    return page;
  },

  async "kinds, tiles, threads, slices, the order of memory and coordinates are controls"() {
    const page = await open();
    await type(page, "a", "get_layoutC_TV(SM80_16x8x8_F32F16F16F32_TN)");
    await page.getByLabel("kind").selectOption("tv");
    await settled(page);
    assert.equal(await page.locator("#tile").inputValue(), "(16,8)");
    const holders = await part(page, "a", ".view g[text-anchor=middle] tspan").allTextContents();
    assert.ok(holders.includes("T31"), holders.slice(0, 9).join());
    await page.getByLabel("thread", { exact: true }).fill("5");
    await settled(page);
    const hash = await page.waitForFunction(() => new URLSearchParams(location.hash.slice(1)).get("thread") === "5" && location.hash);
    const again = await open(await hash.jsonValue());
    await settled(again);
    assert.equal(await again.locator("#kind").inputValue(), "tv");
    assert.equal(await part(again, "a", ".view").innerHTML(), await part(page, "a", ".view").innerHTML());
    await again.close();
    await page.getByLabel("kind").selectOption("");
    await page.getByLabel("thread", { exact: true }).fill("");
    await type(page, "a", "(8,8):(8,1)");
    await page.locator("#tile").fill("(4,2)");
    await settled(page);
    assert.match(await text(page, "a", ".view desc"), /tiles of \(4,2\) by colour/);
    await page.locator("#tile").fill("");
    await page.locator("#slice").fill("(2,_)");
    await settled(page);
    assert.match(await text(page, "a", ".view"), /slice \(2,_\)/);
    await page.locator("#slice").fill("(2,");
    await settled(page);
    assert.match(await text(page, "a", ".error"), /the slice `\(2,`/);
    await page.locator("#slice").fill("");
    await page.locator("#order").check();
    await settled(page);
    assert.match(await text(page, "a", ".view desc"), /order of memory/);
    await page.locator("#order").uncheck();
    await page.locator("#coordinates").check();
    await settled(page);
    assert.ok((await part(page, "a", ".view g[text-anchor=middle] tspan").allTextContents()).includes("(2,3)"));
    return page;
  },

  async "a way out is a button"() {
    const page = await open();
    await type(page, "a", "/* é */ (4,8):(1,2)");
    await page.getByRole("button", { name: /^write/ }).first().click();
    await settled(page);
    assert.equal(await part(page, "a", "textarea").inputValue(), "/* é */ (4,8):(1,4)");
    assert.equal(await text(page, "a", ".value"), "(4,8):(1,4)");
    assert.equal(await page.getByRole("button", { name: /^write/ }).count(), 0);
    await type(page, "a", "(4,4):(1,0)");
    await page.getByRole("button", { name: "allow collisions" }).click();
    await settled(page);
    assert.equal(await text(page, "a", ".value"), "(4,4):(1,0)");
    assert.ok(await page.locator("#non_injective").isChecked());
    return page;
  },

  async "answers are copied and saved, and the address is shared"() {
    const page = await open("", { permissions: ["clipboard-read", "clipboard-write"] });
    await type(page, "a", "coalesce((2,4):(1,2))");
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await part(page, "a", ".copy").click();
    await page.waitForFunction(() => document.querySelector("#said").textContent === "the value is copied");
    assert.equal(await copied(), "8:1");
    const [saved] = await Promise.all([page.waitForEvent("download"), part(page, "a", ".download").click()]);
    assert.equal(saved.suggestedFilename(), "layout.svg");
    assert.match(readFileSync(await saved.path(), "utf8"), /^<svg /);
    await page.getByRole("button", { name: "Share" }).click();
    await page.waitForFunction(() => /address/.test(document.querySelector("#said").textContent));
    const address = new URL(await copied());
    assert.equal(new URLSearchParams(address.hash.slice(1)).get("a"), "coalesce((2,4):(1,2))");
    await page.keyboard.press("Alt+5");
    await settled(page);
    await part(page, "a", ".copy").click();
    await page.waitForFunction(() => document.querySelector("#said").textContent === "the text is copied");
    assert.match(await copied(), /^8:1\nrank 1/);
    return page;
  },

  async "names are completed by keys and by the mouse"() {
    const page = await open();
    const input = part(page, "a", "textarea");
    await input.fill("");
    await input.pressSequentially("let tiled = (8,8):(8,1); zipped_di");
    const options = part(page, "a", "[role=option]");
    assert.deepEqual(await options.allTextContents(), ["zipped_divide"]);
    assert.ok(await part(page, "a", "[role=listbox]").isVisible());
    await page.keyboard.press("Tab");
    await input.pressSequentially("(til");
    assert.ok((await options.allTextContents()).includes("tiled"));
    await page.keyboard.press("ArrowDown");
    const active = await input.getAttribute("aria-activedescendant");
    assert.equal(await page.locator(`#${active}`).textContent(), "tiled");
    await page.keyboard.press("Enter");
    await input.pressSequentially(", (2,4))");
    await settled(page);
    assert.equal(await text(page, "a", ".value"), "((2,4),(4,2)):((8,1),(16,4))");
    await input.fill("");
    await input.pressSequentially("make_tiled_mma(SM80_16x8x16_F32BF");
    await options.first().click();
    assert.match(await input.inputValue(), /^make_tiled_mma\(SM80_16x8x16_F32BF16BF16F32_TN$/);
    await input.pressSequentially(" co");
    await page.keyboard.press("Escape");
    assert.equal(await options.count(), 0);
    // Without a list the key leaves the field.
    await page.keyboard.press("Tab");
    assert.notEqual(await page.evaluate(() => document.activeElement.tagName), "TEXTAREA");
    return page;
  },

  async "examples are pictures that open"() {
    const page = await open();
    await page.locator("#examples").scrollIntoViewIfNeeded();
    await page.locator("#examples li").last().scrollIntoViewIfNeeded();
    await page.waitForFunction(() => document.querySelectorAll("#examples img:not([hidden])").length >= 11);
    for (const link of await page.locator("#examples a").all()) {
      await link.click();
      await settled(page);
      const [value, error] = [await text(page, "a", ".value"), await text(page, "a", ".error")];
      assert.equal(value === "", (await link.textContent()).startsWith("An error"), error);
      assert.equal(await text(page, "a", ".view pre").catch(() => ""), "");
    }
    return page;
  },

  async "three widths: nothing is wider than the page, all is reached by keys, and axe finds nothing"() {
    const hash = "#" + new URLSearchParams({ a: "let a = (m,64):(64,1); zipped_divide(a, (8,8))", b: "(4,8):(1,2)", with: "m=16" });
    for (const [width, height] of [[390, 800], [820, 1100], [1600, 1000]]) {
      for (const colorScheme of ["light", "dark"]) {
        const page = await open(hash, { viewport: { width, height }, colorScheme });
        await settled(page);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${width}: ${wide} px too wide`);
        // Every control that is there has the focus once.
        const controls = await page.evaluate(() => [...document.querySelectorAll("a[href], button, input, select, textarea, [tabindex='0']")].filter((of) => of.getClientRects().length > 0).length);
        const met = new Set();
        await page.evaluate(() => document.activeElement.blur());
        for (let k = 0; k < controls + 5; k++) {
          await page.keyboard.press("Tab");
          met.add(await page.evaluate(() => [...document.querySelectorAll("*")].indexOf(document.activeElement)));
        }
        // One of the radio buttons has the focus for all of them.
        assert.ok(met.size >= controls - 5, `${width}: ${met.size} of ${controls}`);
        if (process.env.AXE) {
          await page.addScriptTag({ path: `${process.env.AXE}/axe.min.js` }).catch(() => page.evaluate(readFileSync(`${process.env.AXE}/axe.min.js`, "utf8")));
          const { violations } = await page.evaluate(() => axe.run());
          assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]), []);
        }
        if (pictures) await page.screenshot({ path: `${pictures}/${width}-${colorScheme}.png`, fullPage: true });
        assert.deepEqual(page.errors, []);
        await page.close();
      }
    }
  },

  async "a coordinate is followed, by keys and by clicks"() {
    const page = await open("#" + new URLSearchParams({ a: "(4,8):(8,1)", b: "(4,8):(1,4)" }));
    await settled(page);
    await part(page, "a", ".view").focus();
    for (const key of ["ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
    assert.match(await text(page, "a", ".follow"), /coordinate \(1,3\) is at offset 11/);
    assert.match(await text(page, "b", ".follow"), /coordinate \(1,3\) is at offset 13; offset 11, .* is at \(3,2\)/);
    assert.equal(await part(page, "a", "rect.here").count(), 1);
    assert.equal(await part(page, "b", "rect.same").count(), 1);
    // The outlines are around the cells that they are about.
    const around = (side, kind) => page.evaluate(([side, kind]) => {
      const box = document.querySelector(`#${side} rect.${kind}`).getBoundingClientRect();
      const inside = ({ left, right, top, bottom }) => left + right > 2 * box.left && left + right < 2 * box.right && top + bottom > 2 * box.top && top + bottom < 2 * box.bottom;
      return [...document.querySelectorAll(`#${side} .view g[text-anchor=middle] tspan`)].filter((cell) => inside(cell.getBoundingClientRect())).map((cell) => cell.textContent);
    }, [side, kind]);
    assert.deepEqual([await around("a", "here"), await around("b", "here"), await around("b", "same")], [["11"], ["13"], ["11"]]);
    const cell = part(page, "b", ".view g[text-anchor=middle] tspan").nth(8 * 2 + 5);
    await cell.click();
    assert.match(await text(page, "b", ".follow"), /coordinate \(2,5\) is at offset 22/);
    assert.match(await text(page, "a", ".follow"), /coordinate \(2,5\) is at offset 21/);
    if (pictures) await page.screenshot({ path: `${pictures}/follow.png` });
    await part(page, "b", ".view").focus();
    await page.keyboard.press("Escape");
    assert.equal(await page.locator(".followed").count(), 0);
    return page;
  },

  async "links keep the expressions, the view and the coordinate"() {
    const page = await open();
    await type(page, "a", "zipped_divide((8,8):(8,1), (4,4))");
    await type(page, "b", "(16,4):(1,16)");
    await part(page, "a", ".view").focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.waitForFunction(() => new URLSearchParams(location.hash.slice(1)).get("at") === "1");
    const again = await open(new URL(page.url()).hash);
    await settled(again);
    assert.equal(await part(again, "a", "textarea").inputValue(), "zipped_divide((8,8):(8,1), (4,4))");
    assert.equal(await text(again, "a", ".follow"), await text(page, "a", ".follow"));
    assert.match(await text(again, "b", ".follow"), /coordinate \(1,0\) is at offset 1/);
    // An example replaces all of it.
    await again.getByRole("link", { name: "a composition" }).click();
    await again.waitForFunction(() => document.querySelector("#a .value").textContent === "((2,2),3):((24,2),8)");
    assert.deepEqual(again.errors, []);
    await again.close();
    return page;
  },

  async "hostile expressions are refused or stopped, and the page goes on"() {
    const page = await open();
    const deep = "(".repeat(100_000) + "1" + ")".repeat(100_000);
    const hostile = [
      deep, "(".repeat(100_000), "1,".repeat(100_000), "coalesce(".repeat(5_000) + "4:1" + ")".repeat(5_000),
      "(9223372036854775807,9223372036854775807):(1,9223372036854775807)", "repeat(repeat(repeat(7, 4096), 4096), 4096)",
      "eval(1000000000000:1)", "a".repeat(300_000), "<script>alert(1)</script>", "\u0001\u0001\u0001", "\u0000", "'", "/*", "💥".repeat(1000),
      "infer_layout(|i| i * i * i % 65521, 65536)", "left_inverse((97,89,83,79):(7919,7907,7901,7883))",
      "(" + Array.from({ length: 60 }, (_, k) => 2 + (k % 3)).join(",") + "):(" + Array.from({ length: 60 }, (_, k) => 1_000_003 * (k + 7) ** 3).join(",") + ")",
    ];
    let alerted = false;
    page.on("dialog", (dialog) => { alerted = true; dialog.dismiss(); });
    for (const expression of hostile) {
      const began = Date.now();
      await type(page, "a", expression);
      const took = Date.now() - began;
      assert.ok(took < 4_000, `${expression.slice(0, 60)}: ${took} ms`);
      const error = await text(page, "a", ".error"), value = await text(page, "a", ".value");
      assert.ok(error || value, expression.slice(0, 60));
      assert.doesNotMatch(error, /broke the evaluator/, expression.slice(0, 60));
      if (process.env.VERBOSE) console.log(`  ${took} ms  ${expression.slice(0, 50)}  →  ${(error || value).slice(0, 110).replaceAll("\n", " | ")}`);
    }
    assert.ok(!alerted);
    assert.equal(await page.locator("#a .view script").count(), 0);
    await type(page, "a", "(4,8):(8,1)");
    assert.equal(await text(page, "a", ".value"), "(4,8):(8,1)");
    return page;
  },

  async "an expression that runs away is stopped"() {
    const page = await open();
    await type(page, "a", "(4,8):(8,1)");
    // The engine answers everything: one that never does stands in its place.
    await page.evaluate(() => {
      start.url = URL.createObjectURL(new Blob(["onmessage = ({ data }) => { if (data.module) postMessage({ ready: true }); while (data.id) {} }"], { type: "text/javascript" }));
      start();
    });
    await part(page, "a", "textarea").fill("(2,2):(2,1)");
    await page.evaluate(() => { start.url = undefined; });
    await page.waitForFunction(() => /stopped: there is no answer within 1.5 s/.test(document.querySelector("#a .error").textContent), undefined, { timeout: 5_000 });
    await type(page, "a", "(2,2):(2,1)");
    assert.equal(await text(page, "a", ".value"), "(2,2):(2,1)");
    return page;
  },

  async "1,000 quick edits of 64x64 layouts, each answered in under 50 ms at the 99th percentile"() {
    const page = await open();
    await type(page, "a", "(64,64):(64,1)");
    const expression = (k) => [`(64,64):(${64 + (k % 97)},1)`, `Sw<${1 + (k % 3)},3,3> o 0 o (64,64):(64,1)`, `zipped_divide((64,64):(64,1), (${1 << (k % 6)},4))`, `((8,8),(8,8)):((1,64),(8,${512 + 8 * (k % 50)}))`, "(64,64):(64,"][k % 5];
    const spent = await processor_time();
    const edits = { passed: [], spent: [] };
    for (let k = 0; k < 1000; k++) {
      const before = spent();
      edits.passed.push(await page.evaluate(async (expression) => {
        const input = document.querySelector("#a textarea");
        const shown = new Promise((resolve) => document.addEventListener("shown", resolve, { once: true }));
        const began = performance.now();
        input.value = expression;
        input.dispatchEvent(new InputEvent("input", { bubbles: true }));
        await shown;
        // What is shown is laid out, too.
        document.querySelector("#a .view").getBoundingClientRect();
        return performance.now() - began;
      }, expression(k)));
      edits.spent.push(spent() - before);
    }
    for (const [name, times] of Object.entries(edits)) {
      times.sort((a, b) => a - b);
      console.log(`  ms ${name}: median ${times[500].toFixed(1)}, 99th percentile ${times[990].toFixed(1)}, longest ${times[999].toFixed(1)}`);
    }
    // Other programs make an edit wait, and a processor that they share slower: the lesser is nearer to what it takes.
    const least = Math.min(...Object.values(edits).map((times) => times[990]).filter((time) => !Number.isNaN(time)));
    assert.ok(least < 50, `${least} ms`);
    // Edits that nobody waits for: the last one is what is shown in the end.
    await page.evaluate(() => {
      const input = document.querySelector("#a textarea");
      for (let k = 0; k < 1000; k++) {
        input.value = `(${2 + (k % 60)},64):(64,1)`;
        input.dispatchEvent(new InputEvent("input", { bubbles: true }));
      }
    });
    await settled(page);
    assert.equal(await text(page, "a", ".value"), `(${2 + (999 % 60)},64):(64,1)`);
    return page;
  },

  async "dark and light, and a phone"() {
    const hash = "#" + new URLSearchParams({ a: "Sw<2,1,3> o 0 o (8,8):(8,1)", b: "(8,8):(8,1)", at: "11" });
    for (const [name, options] of Object.entries({ light: { colorScheme: "light" }, dark: { colorScheme: "dark" }, phone: { viewport: { width: 390, height: 800 }, deviceScaleFactor: 2, colorScheme: "light" } })) {
      const page = await open(hash, options);
      await settled(page);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${name} is ${wide} px too wide`);
      const [ink, paper] = await page.evaluate(() => ["color", "backgroundColor"].map((name) => getComputedStyle(document.body)[name]));
      assert.notEqual(ink, paper);
      if (pictures) await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true });
      assert.deepEqual(page.errors, []);
      await page.close();
    }
    if (pictures) {
      const page = await open("#" + new URLSearchParams({ a: "composition((4,8):(1,5), (2,3):(1,3))", b: "logical_divide(24:2, 4:2)", view: "steps" }));
      await settled(page);
      await page.screenshot({ path: `${pictures}/steps.png`, fullPage: true });
      await page.close();
      const large = await open("#" + new URLSearchParams({ a: "Sw<3,3,3> o 0 o (64,64):(64,1)", b: "(8,64):(64,1)", view: "banks", option: "16" }));
      await settled(large);
      await large.screenshot({ path: `${pictures}/banks.png`, fullPage: true });
      await large.close();
    }
  },
};

let failed = 0;
const only = process.env.ONLY;
for (const [name, test] of Object.entries(tests)) {
  if (only && !name.includes(only)) continue;
  try {
    const page = await test();
    if (page) {
      assert.deepEqual(page.errors, [], "errors in the page");
      // Nothing is fetched: the page, and what it makes of itself.
      const fetched = page.requests.filter((url) => !/^(file|blob|data):/.test(url));
      assert.deepEqual(fetched, []);
      await page.close();
    }
    console.log(`ok    ${name}`);
  } catch (error) {
    failed += 1;
    console.log(`FAIL  ${name}\n${error.stack}`);
  }
}
await browser.close();
console.log(failed ? `${failed} failed` : "all passed");
process.exit(failed ? 1 : 0);
