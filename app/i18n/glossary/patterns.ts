/**
 * Patterns that betray a sentence as translated word for word, or as written for machines: plain words say the same. A
 * sentence that is added is written without them.
 */
export const stiff: { en: RegExp; my: RegExp } = {
  en: /\b(stands?|comes? to|by (itself|themselves)|anew|mend(s|ed)?|nobody|besides?|(is|are) called so|(tak(e|es|en)|took) back|what waits|hand(s|ed)? in|so long|shall|otherwise than|whoever|of it|is to be paid|told|a way in|lets? in|leads? on)\b/i,
  my: /\b(dengan sendirinya|perkara yang|dilukis|di sebelah|ditarik balik|pilihan)\b/i,
}
