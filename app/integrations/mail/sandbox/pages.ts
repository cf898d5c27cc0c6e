import type { Attachment, Email } from 'postal-mime'
import { type Html, html } from '#app/integrations/fpx/sandbox/pages/html.ts'
import { behaviours } from './behaviour.ts'
import { bytesOf, headerOf, isAttached } from './email.ts'
import type { StoredMail } from './mailbox.ts'

const style = `
:root{color-scheme:light dark;--ink:#16202b;--quiet:#566270;--line:#d5dbe2;--paper:#fff;--desk:#eef1f5;--brand:#2d4f8f;--warn:#fff3c9;--warn-ink:#5a4300}
@media(prefers-color-scheme:dark){:root{--ink:#e8edf2;--quiet:#a3aebb;--line:#38434f;--paper:#1b232c;--desk:#11171d;--brand:#9dbcf5;--warn:#463a10;--warn-ink:#ffe9a6}}
*{box-sizing:border-box}body{margin:0;background:var(--desk);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
.note{margin:0;padding:.5rem 1rem;background:var(--warn);color:var(--warn-ink);text-align:center;font-size:.875rem}
main{max-width:52rem;margin:0 auto;padding:1.25rem 1rem 3rem}h1{font-size:1.375rem;line-height:1.3;margin:.25rem 0 1rem;overflow-wrap:anywhere}
section{background:var(--paper);border:1px solid var(--line);border-radius:.75rem;margin-bottom:1rem;overflow:hidden}
.pad{padding:1rem 1.25rem}.quiet{color:var(--quiet);font-size:.875rem}a{color:var(--brand)}
ol{list-style:none;margin:0;padding:0}li+li{border-top:1px solid var(--line)}
li a{display:grid;grid-template-columns:1fr auto;gap:0 1rem;padding:.75rem 1.25rem;color:inherit;text-decoration:none}
@media(max-width:36rem){li a{grid-template-columns:1fr}li time{order:3}}li a:hover{background:var(--desk)}li b{font-weight:600;overflow-wrap:anywhere}li span{color:var(--quiet);font-size:.875rem;overflow-wrap:anywhere}
li time{color:var(--quiet);font-size:.875rem;font-variant-numeric:tabular-nums}.tag{border:1px solid var(--line);border-radius:1rem;padding:0 .5rem;margin-left:.5rem;white-space:nowrap;font-weight:400;font-size:.875rem;color:var(--quiet)}
dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem;margin:0;font-size:.9375rem}dt{color:var(--quiet)}dd{margin:0;overflow-wrap:anywhere}
pre{margin:0;white-space:pre-wrap;overflow-wrap:anywhere;font:.9375rem/1.6 ui-monospace,monospace}
.tools{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:end;margin-bottom:1rem}.tools form:first-child{flex:1 1 18rem;display:flex;gap:.5rem;align-items:end}.tools label{flex:1}
input{display:block;width:100%;min-height:2.75rem;padding:.25rem .75rem;font:inherit;color:inherit;background:var(--paper);border:1px solid var(--quiet);border-radius:.5rem}
iframe{display:block;width:100%;height:24rem;border:0;background:#fff}
button{font:inherit;color:var(--brand);background:none;border:1px solid var(--brand);border-radius:.5rem;padding:.25rem .75rem;min-height:2.75rem;cursor:pointer}
h2{font-size:1rem;margin:0;padding:.75rem 1.25rem;border-bottom:1px solid var(--line)}
:focus-visible{outline:3px solid var(--brand);outline-offset:2px}code{font-family:ui-monospace,monospace}`

/** All mail, newest first. */
export function listPage(base: string, mails: readonly StoredMail[], search: string): Response {
  const row = (
    mail: StoredMail,
  ) => html`<li><a href="${base}/${mail.id}"><b>${mail.subject || '(no subject)'}${
    mail.attachments > 0 && html`<span class="tag">${mail.attachments} attached</span>`
  }${mail.copy && html`<span class="tag">copy</span>`}</b><time datetime="${mail.received_at}">${at(mail.received_at)}</time>
<span>${mail.sender} to ${mail.to.join(', ')}</span></a></li>`
  return page(
    'Mail',
    html`<h1>Mail</h1>
<div class="tools"><form method="get" action="${base}" role="search"><label class="quiet">To or subject<input name="q" value="${search}"></label><button>Search</button></form>
<form method="post" action="${base}/clear"><button>Empty the mailbox</button></form></div>
<section>${mails.length > 0 ? html`<ol>${mails.map(row)}</ol>` : html`<p class="pad">No mail here yet.</p>`}</section>
<p class="quiet">Addresses that begin with ${behaviours.map((name, index) => html`${index > 0 && ', '}<code>${name}-</code>`)}
are treated as they say, such as <code>refuse-anna@example.test</code>.</p>`,
  )
}

/** One mail: who, what, its text, its HTML in a frame that can do nothing, its attachments. */
export function mailPage(base: string, mail: StoredMail, email: Email): Response {
  const files = email.attachments
    .map((file, index) => ({ file, index }))
    .filter(({ file }) => isAttached(file))
  return page(
    mail.subject,
    html`<p><a href="${base}">All mail</a></p><h1>${mail.subject || '(no subject)'}</h1>
<section class="pad"><dl><dt>From</dt><dd>${mail.sender}</dd><dt>To</dt><dd>${mail.to.join(', ')}</dd>
${headerOf(email, 'reply-to') && html`<dt>Reply to</dt><dd>${headerOf(email, 'reply-to')}</dd>`}
<dt>Arrived</dt><dd>${at(mail.received_at)}${mail.copy && html`<span class="tag">copy</span>`}</dd>
<dt>Source</dt><dd><a href="${base}/${mail.id}/source">${mail.size} bytes</a></dd></dl></section>
${files.length > 0 && html`<section><h2>Attachments</h2><ol>${files.map(({ file, index }) => fileRow(base, mail.id, file, index))}</ol></section>`}
${email.html !== undefined && html`<section><h2>As HTML</h2><iframe sandbox="" title="The mail as HTML" src="${base}/${mail.id}/html"></iframe></section>`}
${email.text !== undefined && html`<section><h2>As text</h2><pre class="pad">${email.text}</pre></section>`}`,
  )
}

function fileRow(base: string, id: string, file: Attachment, index: number): Html {
  return html`<li><a href="${base}/${id}/part/${index}"><b>${file.filename ?? 'unnamed'}</b><span>${bytesOf(file).length} bytes</span><span>${file.mimeType}</span></a></li>`
}

/** The mail's own HTML, under a policy that lets it show its pictures and nothing else. */
export function mailHtml(base: string, id: string, email: Email): Response | undefined {
  if (email.html === undefined) return undefined
  const body = email.html.replace(/cid:([\w.@+-]+)/g, (whole, contentId: string) => {
    const index = email.attachments.findIndex((file) => file.contentId === `<${contentId}>`)
    return index < 0 ? whole : `${base}/${id}/part/${index}`
  })
  return new Response(body, {
    headers: {
      ...common,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:",
    },
  })
}

/** A file of a mail; pictures may be shown, everything else is saved. */
export function attachedFile(file: Attachment): Response {
  const name = encodeURIComponent(file.filename ?? 'part').replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16)}`,
  )
  const shown = /^image\/(png|jpeg|gif)$/.test(file.mimeType) || file.mimeType === 'application/pdf'
  return new Response(bytesOf(file), {
    headers: {
      ...common,
      'content-type': shown ? file.mimeType : 'application/octet-stream',
      'content-disposition': `${shown ? 'inline' : 'attachment'}; filename*=utf-8''${name}`,
      'content-security-policy': "default-src 'none'; sandbox",
    },
  })
}

/** The mail as it came. */
export function sourceFile(source: Buffer): Response {
  return new Response(new Uint8Array(source), {
    headers: {
      ...common,
      'content-type': 'text/plain; charset=utf-8',
      'content-security-policy': "default-src 'none'; sandbox",
    },
  })
}

export function notFound(base: string): Response {
  return page('Not found', html`<h1>This mail is gone</h1><p><a href="${base}">All mail</a></p>`, 404)
}

const common = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
}

function page(title: string, body: Html, status = 200): Response {
  const document = html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${title} · Mail (sandbox)</title><style>${{ html: style }}</style></head>
<body><p class="note"><strong>Sandbox mailbox.</strong> Mail of the demo ends here; none of it leaves this machine.</p><main>${body}</main></body></html>`
  const policy =
    "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
  return new Response(document.html, {
    status,
    headers: { ...common, 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
  })
}

function at(instant: string): string {
  return new Intl.DateTimeFormat('en-MY', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'Asia/Kuala_Lumpur',
  }).format(new Date(instant))
}
