/** A body with its marks. `html` comes from the markup of messages, in which whatever was typed is text. */
export function WrittenText({ html, lang }: { html: string; lang?: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made by toHtml, which lets no HTML of the writer pass
  return <div className="letter" lang={lang} dangerouslySetInnerHTML={{ __html: html }} />
}
