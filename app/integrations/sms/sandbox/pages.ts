import { type Html, html } from '#app/integrations/fpx/sandbox/pages/html.ts'
import { behaviours, type Mode, modes } from './behaviour.ts'
import type { StoredMessage } from './messages.ts'

const style = `
:root{color-scheme:light dark;--ink:#16202b;--quiet:#566270;--line:#d5dbe2;--paper:#fff;--desk:#eef1f5;--brand:#2d4f8f;--warn:#fff3c9;--warn-ink:#5a4300;--wa:#0f6b4f}
@media(prefers-color-scheme:dark){:root{--ink:#e8edf2;--quiet:#a3aebb;--line:#38434f;--paper:#1b232c;--desk:#11171d;--brand:#9dbcf5;--warn:#463a10;--warn-ink:#ffe9a6;--wa:#6fd3ae}}
*{box-sizing:border-box}body{margin:0;background:var(--desk);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
.note{margin:0;padding:.5rem 1rem;background:var(--warn);color:var(--warn-ink);text-align:center;font-size:.875rem}
main{max-width:36rem;margin:0 auto;padding:1.25rem 1rem 3rem}h1{font-size:1.375rem;line-height:1.3;margin:.25rem 0 1rem}
.tools{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:end;margin-bottom:1rem}.tools form:first-child{flex:1 1 14rem;display:flex;gap:.5rem;align-items:end}.tools label{flex:1}
input,select{display:block;width:100%;min-height:2.75rem;padding:.25rem .75rem;font:inherit;color:inherit;background:var(--paper);border:1px solid var(--quiet);border-radius:.5rem}
button{font:inherit;color:var(--brand);background:none;border:1px solid var(--brand);border-radius:.5rem;padding:.25rem .75rem;min-height:2.75rem;cursor:pointer}
ol{list-style:none;margin:0;padding:0;display:grid;gap:.75rem}
li{background:var(--paper);border:1px solid var(--line);border-radius:.25rem 1rem 1rem 1rem;padding:.75rem 1rem}
li header{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 1rem;color:var(--quiet);font-size:.875rem;font-variant-numeric:tabular-nums}
li b{color:var(--brand);font-weight:600}li b.whatsapp{color:var(--wa)}li p{margin:.25rem 0 0;overflow-wrap:anywhere}
li strong{font-variant-numeric:tabular-nums;letter-spacing:.06em;font-size:1.125rem}.quiet{color:var(--quiet);font-size:.875rem}
.empty{background:var(--paper);border:1px solid var(--line);border-radius:.75rem;padding:1rem 1.25rem}
code{font-family:ui-monospace,monospace}:focus-visible{outline:3px solid var(--brand);outline-offset:2px}`

const meanings: Record<(typeof behaviours)[keyof typeof behaviours], string> = {
  no_credit: '“success” that says in its text that no credit is left',
  web_page: 'a web page in place of an answer',
  broken: 'an error of the gateway',
  slow: 'takes three seconds',
  silent: 'takes the message and never answers',
  refused: 'this number gets no messages',
  unreported: 'takes it, and no delivery report comes',
  undelivered: 'takes it, and reports later that it did not arrive',
  disordered: 'reports “read” before “delivered”',
  repeated: 'reports late, each report three times',
}

const modeNames: Record<Mode, string> = {
  normal: 'Answers at once',
  slow: 'Slow: three seconds for each message',
  silent: 'Takes messages and never answers',
  down: 'Out of order',
}

export function listPage(
  base: string,
  messages: readonly StoredMessage[],
  { search, mode }: { search: string; mode: Mode },
): Response {
  const bubble = ({ channel, to, received_at, text, reported }: StoredMessage) =>
    html`<li><header><span><b class="${channel}">${channel === 'sms' ? 'SMS' : 'WhatsApp'}</b> to +${to}${reported ? ` · ${reported}` : ''}</span><time datetime="${received_at}">${at(received_at)}</time></header><p>${marked(text)}</p></li>`
  return page(
    html`<h1>Messages</h1>
<div class="tools"><form method="get" action="${base}" role="search"><label class="quiet">Number<input name="q" value="${search}" inputmode="tel"></label><button>Search</button></form>
<form method="post" action="${base}/clear"><button>Forget all</button></form></div>
<form class="tools" method="post" action="${base}/switch"><label class="quiet">The gateway<select name="mode">${modes.map(
      (one) =>
        html`<option value="${one}"${one === mode ? { html: ' selected' } : ''}>${modeNames[one]}</option>`,
    )}</select></label><button>Switch</button></form>
${messages.length > 0 ? html`<ol>${messages.map(bubble)}</ol>` : html`<p class="empty">No messages here yet.</p>`}
<p class="quiet">Numbers that end like this are treated differently: ${Object.entries(behaviours).map(
      ([digits, behaviour], index) => html`${index > 0 && '; '}<code>${digits}</code> ${meanings[behaviour]}`,
    )}.</p>`,
  )
}

function marked(text: string): Html[] {
  return text
    .split(/(\b\d{6}\b)/)
    .map((part, index) => (index % 2 ? html`<strong>${part}</strong>` : html`${part}`))
}

const at = (instant: string) =>
  new Intl.DateTimeFormat('en-MY', {
    dateStyle: 'medium',
    timeStyle: 'medium',
    timeZone: 'Asia/Kuala_Lumpur',
  }).format(new Date(instant))

function page(body: Html): Response {
  const document = html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>Messages (sandbox)</title><style>${{ html: style }}</style></head>
<body><p class="note"><strong>Sandbox phone.</strong> Messages of the demo end here; none of them leaves this machine.</p><main>${body}</main></body></html>`
  return new Response(document.html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    },
  })
}
