import { type Html, html } from './html.ts'

const STYLE = `
:root{color-scheme:light dark;--ink:#16202b;--quiet:#566270;--line:#d5dbe2;--paper:#fff;--desk:#eef1f5;--bank:#0b4f6c;--on:#fff;--warn:#fff3c9;--warn-ink:#5a4300}
@media(prefers-color-scheme:dark){:root{--ink:#e8edf2;--quiet:#a3aebb;--line:#38434f;--paper:#1b232c;--desk:#11171d;--bank:#8ecbe6;--on:#0d1820;--warn:#463a10;--warn-ink:#ffe9a6}}
*{box-sizing:border-box}
body{margin:0;background:var(--desk);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
.note{margin:0;padding:.5rem 1rem;background:var(--warn);color:var(--warn-ink);text-align:center;font-size:.875rem}
main{max-width:30rem;margin:0 auto;padding:1rem}
.wide{max-width:60rem}
header{display:flex;align-items:center;gap:.75rem;padding:.5rem 0 1rem}
header b{display:grid;place-items:center;width:2.5rem;height:2.5rem;border-radius:.5rem;background:var(--bank);color:var(--on);font-size:1.125rem}
header span{font-weight:600}
section{background:var(--paper);border:1px solid var(--line);border-radius:.75rem;padding:1.25rem;margin-bottom:1rem}
h1{font-size:1.25rem;line-height:1.3;margin:0 0 1rem}
h2{font-size:1rem;margin:1.5rem 0 .5rem}
p{margin:.5rem 0}
.quiet{color:var(--quiet);font-size:.875rem}
.amount{font-size:2rem;font-weight:650;line-height:1.2;margin:0 0 .75rem;font-variant-numeric:tabular-nums}
dl{display:grid;grid-template-columns:auto 1fr;gap:.375rem 1rem;margin:0 0 1rem;font-size:.9375rem}
dt{color:var(--quiet)}
dd{margin:0;text-align:right;overflow-wrap:anywhere;font-variant-numeric:tabular-nums}
label{display:block;margin:.75rem 0 .25rem;font-weight:500}
input[type=text],input[type=password]{width:100%;font:inherit;padding:.625rem .75rem;border:1px solid var(--quiet);border-radius:.5rem;background:var(--paper);color:inherit}
button{display:block;width:100%;min-height:2.75rem;margin-top:1rem;padding:.5rem 1rem;font:inherit;font-weight:600;border:1px solid var(--bank);border-radius:.5rem;background:var(--bank);color:var(--on);cursor:pointer}
button.plain{background:none;color:var(--bank)}
:focus-visible{outline:3px solid var(--bank);outline-offset:2px}
td button{width:auto;min-height:0;margin:0;padding:.125rem .625rem;font-size:.875rem;white-space:nowrap}
td.figure,th.figure{text-align:right;font-variant-numeric:tabular-nums}
section>:last-child{margin-bottom:0}
.levers{display:flex;gap:0 1rem;flex-wrap:wrap}
.levers form{flex:1 1 10rem}
fieldset{border:0;margin:0;padding:0}
legend{padding:0;font-weight:600}
.choice{display:flex;gap:.625rem;align-items:baseline;margin:0;padding:.5rem 0;font-weight:400;border-top:1px solid var(--line)}
details{border-top:1px solid var(--line)}
summary{padding:.625rem 0;cursor:pointer;font-weight:600}
.wrong{color:#b3261e;font-weight:600}
@media(prefers-color-scheme:dark){.wrong{color:#ffb4ab}}
table{width:100%;border-collapse:collapse;font-size:.875rem}
th,td{white-space:nowrap}
td.wrap{white-space:normal;min-width:10rem}
th,td{text-align:left;padding:.375rem 1rem .375rem 0;border-top:1px solid var(--line);vertical-align:top;overflow-wrap:anywhere}
.scroll{overflow-x:auto}
a{color:var(--bank)}
`

/** `targets` are the origins that the page's forms may post to besides its own. */
export interface Page {
  title: string
  /** A bank's name, or FPX. */
  owner: string
  body: Html
  wide?: boolean
  status?: number
  targets?: readonly string[]
  /** For the page that posts to the merchant: the browser then sends `Origin: null`, the worst that a bank may do. */
  anonymous?: boolean
}

/** No script, nothing from elsewhere, never kept by a cache. */
export function respond({ title, owner, body, wide, status = 200, targets = [], anonymous }: Page): Response {
  const document = html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<title>${title} · ${owner} (sandbox)</title><style>${{ html: STYLE }}</style></head>
<body><p class="note"><strong>Sandbox bank.</strong> This is a simulation: no bank is involved and no money moves.</p>
<main${wide ? { html: ' class="wide"' } : null}><header><b aria-hidden="true">${owner.slice(0, 1)}</b><span>${owner}</span></header>
${body}</main></body></html>`
  return new Response(document.html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': [
        "default-src 'none'",
        "style-src 'unsafe-inline'",
        ["form-action 'self'", ...targets].join(' '),
        "frame-ancestors 'none'",
        "base-uri 'none'",
      ].join('; '),
      'referrer-policy': anonymous ? 'no-referrer' : 'same-origin',
      'x-content-type-options': 'nosniff',
    },
  })
}
