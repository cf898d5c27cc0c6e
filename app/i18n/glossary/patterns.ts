/**
 * Patterns that betray a sentence as translated word for word, or as written for machines: plain words say the same. In
 * Malay "ditarik balik" is right for a request that its maker gives up, and wrong for money that is credited or reversed.
 */
export const stiff: { en: RegExp; my: RegExp } = {
  en: /\b(stands?|comes? to|by (itself|themselves)|anew|mend(s|ed)?|nobody|besides?|(is|are) called so|(tak(e|es|en)|took) back|what waits|hand(s|ed)? in|so long|shall|otherwise than|whoever|of it|is to be paid|told|a way in|lets? in|leads? on)\b/i,
  my: /\b(dengan sendirinya|perkara yang|dilukis|di sebelah|ditarik balik|pilihan)\b/i,
}

/**
 * Sentences that still have one of them. The number may only fall: a sentence that is added is written without them,
 * and who rewrites some of the rest lowers it.
 */
export const stiffLeft = { en: 101, my: 18 }
