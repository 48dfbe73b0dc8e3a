/** What somebody sees who opens a rule file in VS Code; called by `run`. */

import assert from "node:assert/strict";
import { chromium } from "playwright-core";

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });
try {
  const page = await browser.newPage({ viewport: { width: 1400, height: 800 } });
  for (let tries = 0; ; tries++) {
    try {
      await page.goto(`http://127.0.0.1:18473/?folder=${process.cwd()}/workspace`, { waitUntil: "domcontentloaded" });
      break;
    } catch (error) {
      if (tries > 30) throw error;
      await page.waitForTimeout(1000);
    }
  }
  await page.waitForSelector(".monaco-workbench", { timeout: 90_000 });
  await page.dblclick('text="frogs.gdl"', { timeout: 60_000 });

  // The last line of the scenario does not hold: it is underlined, and the lens over the scenario says why.
  await page.waitForSelector(".squiggly-error", { timeout: 60_000 });
  const lens = page.locator(".codelens-decoration", { hasText: "Brown is to play, not Green" });
  await lens.waitFor({ timeout: 60_000 });

  // The board stands beside the text and follows the cursor from line to line.
  await page.locator(".codelens-decoration a", { hasText: "show the board" }).click();
  const board = page.frameLocator("iframe.webview").frameLocator("iframe#active-frame");
  const status = board.locator("body");
  await page.locator(".monaco-editor .view-line", { hasText: "options 5" }).click();
  await status.getByText("Turn 1: Green to move").waitFor({ timeout: 30_000 });
  await page.locator(".monaco-editor .view-line", { hasText: "play \"c1-c2\"" }).click();
  await status.getByText("Turn 4: Brown to move").waitFor({ timeout: 30_000 });
  assert.ok((await board.locator("img, svg").count()) > 0, "there is a picture");
  await page.screenshot({ path: "trial.png" });
  console.log("underlined, told over the scenario, and the board follows the cursor");
} finally {
  await browser.close();
}
