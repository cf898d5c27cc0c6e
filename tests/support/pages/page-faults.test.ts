import { expect, test } from 'vitest'
import { pageFaults } from './page-faults.ts'

const page = (inside: string) => `<main><h1>Fees</h1>${inside}</main>`

test.each([
  ['', 'plain'],
  ['<label for="a">A</label><input id="a" name="a">', 'a label beside its control'],
  ['<label>A <input name="a"></label>', 'a label around its control'],
  [
    '<select aria-label="Rows"></select><input type="hidden" name="version">',
    'an attribute; nothing to name',
  ],
  ['<style>.status{color:red}</style><b class="status good">Paid</b>', 'a state with its mark'],
  ['<p>javascript: and style="x" in a text, on a day = 1</p>', 'words that only look like it'],
])('%s is well: %s', (inside) => {
  expect(pageFaults(page(inside))).toEqual([])
})

test.each([
  ['<script>x()</script>', 'runs or styles by itself: <script'],
  ['<a href="/" onclick="x()">', 'runs or styles by itself: <a href="/" onclick='],
  ['<a href="javascript:x()">', 'runs or styles by itself: href="javascript:'],
  ['<p class="a" style="color:red">', 'runs or styles by itself: <p class="a" style='],
  ['<h1>Again</h1>', 'has 2 <h1>'],
  ['<main id="b"></main>', 'has 2 <main>'],
  ['<p id="a"></p><b id="a"></b>', 'has #a twice'],
  ['<input id="a" name="a">', 'does not name <input id="a" name="a">'],
  [
    '<style>.timeline .status{color:red}</style><b class="status good">Paid</b>',
    'shows the state of something without its mark',
  ],
  ['<label for="b">B</label><textarea id="a"></textarea>', 'does not name <textarea id="a">'],
])('%s is a fault', (inside, fault) => {
  expect(pageFaults(page(inside))).toEqual([fault])
})

test('a page without a heading or a main part is a fault', () => {
  expect(pageFaults('<p>Fees</p>')).toEqual(['has 0 <h1>', 'has 0 <main>'])
})
