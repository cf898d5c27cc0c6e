/** A number as the address of a link (RFC 3966): what is no digit of it is left out. */
export const telOf = (phone: string) => `tel:${phone.replace(/[^+\d]/g, '')}`

/** A mail address as the address of a link (RFC 6068): nothing in it can add a subject or another recipient. */
export const mailtoOf = (email: string) => `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`
