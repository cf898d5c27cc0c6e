import { type Html, html } from '../../../fpx/sandbox/pages/html.ts'

const STYLE = `
:root{color-scheme:light dark;--ink:#16202b;--quiet:#566270;--line:#d5dbe2;--paper:#fff;--desk:#eef1f5;--brand:#6a2c70;--on:#fff;--warn:#fff3c9;--warn-ink:#5a4300;--good:#1b6b3a;--bad:#b3261e}
@media(prefers-color-scheme:dark){:root{--ink:#e8edf2;--quiet:#a3aebb;--line:#38434f;--paper:#1b232c;--desk:#11171d;--brand:#d9a7de;--on:#22121f;--warn:#463a10;--warn-ink:#ffe9a6;--good:#8fd9a8;--bad:#ffb4ab}}
*{box-sizing:border-box}body{margin:0;background:var(--desk);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
.note{margin:0;padding:.5rem 1rem;background:var(--warn);color:var(--warn-ink);text-align:center;font-size:.875rem}
main{max-width:64rem;margin:0 auto;padding:1rem 1rem 3rem}
header{display:flex;flex-wrap:wrap;align-items:baseline;gap:.25rem 1rem;padding:.25rem 0 1rem}header a{font-weight:650;font-size:1.125rem;text-decoration:none}
h1{font-size:1.375rem;line-height:1.3;margin:0 0 1rem;overflow-wrap:anywhere}h2{font-size:1.0625rem;margin:0 0 .75rem}
section,details.box{background:var(--paper);border:1px solid var(--line);border-radius:.75rem;padding:1.25rem;margin:0 0 1rem}
section>:last-child{margin-bottom:0}p{margin:.5rem 0}a{color:var(--brand)}.quiet{color:var(--quiet);font-size:.875rem}
.columns{display:grid;gap:0 1rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,24rem),1fr));align-items:start}
ol.list{list-style:none;margin:0;padding:0}ol.list li{border-top:1px solid var(--line)}ol.list li:first-child{border:0}
ol.list a{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:0 1rem;padding:.75rem 0;color:inherit;text-decoration:none}ol.list a:hover b{text-decoration:underline}
ol.list span{color:var(--quiet);font-size:.875rem;overflow-wrap:anywhere}ol.list b{overflow-wrap:anywhere}.figure{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
ol.list .Valid,.Valid{color:var(--good)}ol.list .Invalid,.Invalid,.wrong{color:var(--bad)}
dl{display:grid;grid-template-columns:minmax(7rem,auto) minmax(0,1fr);gap:.375rem 1rem;margin:0 0 1rem;font-size:.9375rem}dt{color:var(--quiet)}dd{margin:0;overflow-wrap:anywhere;font-variant-numeric:tabular-nums}
label{display:block;margin:.75rem 0 .25rem;font-size:.9375rem;font-weight:500}
input,select,textarea{display:block;width:100%;min-height:2.75rem;padding:.375rem .75rem;font:inherit;color:inherit;background:var(--paper);border:1px solid var(--quiet);border-radius:.5rem}
button{min-height:2.75rem;padding:.375rem 1rem;font:inherit;font-weight:600;color:var(--on);background:var(--brand);border:1px solid var(--brand);border-radius:.5rem;cursor:pointer}
button.plain{color:var(--brand);background:none}form>button:last-child{margin-top:1rem}.row{display:flex;flex-wrap:wrap;gap:.5rem;align-items:end}.row form,.row div{margin:0}.row button{margin:0!important}.row label{margin-top:0}.grow{flex:1 1 12rem}
.two{display:grid;gap:0 1rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,11rem),1fr))}
summary{cursor:pointer;font-weight:600;margin:-1.25rem;padding:1.25rem}details[open]>summary{margin-bottom:-.5rem}
pre{margin:0;max-height:26rem;overflow:auto;white-space:pre-wrap;overflow-wrap:anywhere;font:.8125rem/1.5 ui-monospace,monospace}code{font:.9375rem ui-monospace,monospace;overflow-wrap:anywhere}
:focus-visible{outline:3px solid var(--brand);outline-offset:2px}`

interface Page {
  title: string
  body: Html
  status?: number
  /** Where the desk is. */
  home: string
}

/** No script, nothing from elsewhere, never kept by a cache. */
export function page({ title, body, status = 200, home }: Page): Response {
  const document = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<title>${title} · MyInvois (sandbox)</title><style>${{ html: STYLE }}</style></head>
<body><p class="note"><strong>Sandbox of the tax portal.</strong> This is a simulation: nothing reaches LHDN.</p>
<main><header><a href="${home}">MyInvois (sandbox)</a></header>${body}</main></body></html>`
  return new Response(document.html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    },
  })
}

/** `RM 1,234.50`, or with the code of another currency. */
export function money(amount: number, currency: string): string {
  const text = amount.toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',')
  return currency === 'MYR' ? `RM ${text}` : `${currency} ${text}`
}

/** Time in Malaysia, for people. */
export function time(at: number | null): string {
  return at === null ? '' : new Date(at + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
}
