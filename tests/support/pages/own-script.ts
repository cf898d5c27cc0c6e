/** The one route whose page has a script: it keeps marks on a phone without network (docs/decisions/082). */
export const scriptedRoute = 'tenant/marking/mark'

/** Its tag, as the page writes it. */
export const ownScript = /<script src="(\/assets\/marks-on-phone-[\w-]+\.js)" defer=""><\/script>/
