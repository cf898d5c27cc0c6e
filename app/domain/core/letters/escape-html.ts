const names: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Fit for an element and for a quoted attribute. */
export const escapeHtml = (words: string): string => words.replace(/[&<>"']/g, (letter) => names[letter]!)
