/** Letters, digits and single hyphens; a letter first, never a hyphen last; 3 to 30 in all. */
const form = /^[a-z](?:[a-z0-9]|-(?=[a-z0-9])){1,28}[a-z0-9]$/

/** Its digits may be somebody's phone or identity card number. */
const personalNumber = /^[a-z]\d{9,12}$/

type SubdomainProblem = 'entity.subdomain_form' | 'entity.subdomain_reserved'

/**
 * Why a subdomain (lower case) cannot be had, or undefined. A reserved word is refused alone and as the first or last
 * part of a hyphenated name; `lifted` gives one to whom it belongs, such as `sekolah` to a school. The names of banks,
 * authorities and payment networks are never given away.
 */
export function subdomainProblem(
  subdomain: string,
  { lifted = false }: { lifted?: boolean } = {},
): SubdomainProblem | undefined {
  if (!form.test(subdomain) || personalNumber.test(subdomain)) return 'entity.subdomain_form'
  if (startsOrEndsWith(protectedWords, subdomain)) return 'entity.subdomain_reserved'
  if (!lifted && startsOrEndsWith(reservedWords, subdomain)) return 'entity.subdomain_reserved'
  return undefined
}

function startsOrEndsWith(words: readonly string[], subdomain: string): boolean {
  return words.some(
    (word) => subdomain === word || subdomain.startsWith(`${word}-`) || subdomain.endsWith(`-${word}`),
  )
}

/** Look-alike characters, each replaced by one representative. */
const takenFor: readonly [RegExp, string][] = [
  [/-/g, ''],
  [/0/g, 'o'],
  [/[1i]/g, 'l'],
  [/5/g, 's'],
  [/8/g, 'b'],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
]

const seenAs = (subdomain: string) =>
  takenFor.reduce((seen, [these, letter]) => seen.replace(these, letter), subdomain)

/**
 * Whether two different subdomains would be mixed up: they look alike (`mawar-1`, `mawarl`), or one character is left out,
 * put in or another, as when somebody mistypes.
 */
export function looksLike(one: string, other: string): boolean {
  return one !== other && (seenAs(one) === seenAs(other) || isOneSlipFrom(one, other))
}

function isOneSlipFrom(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (long.length - short.length > 1) return false
  let same = 0
  while (same < short.length && short[same] === long[same]) same++
  const rest = short.length === long.length ? same + 1 : same
  return short.slice(rest) === long.slice(same + 1)
}

/** Banks, authorities and payment networks: a page under such a name could only deceive. */
export const protectedWords = words(`
  fpx paynet duitnow jompay chip billplz toyyibpay visa mastercard
  bank banking maybank maybank2u cimb cimbclicks rhb publicbank pbe hongleong hlb ambank bankislam bankrakyat bsn affin
  alliance uob ocbc hsbc muamalat agrobank
  lhdn hasil myinvois mytax kpm moe jkm jpn gov government kerajaan kementerian polis police pdrm bnm mcmc kastam customs
  jakim mais lzs ppz maiwp
`)

/** What the product needs for itself or what would pass for it; an operator may lift one. */
export const reservedWords = words(`
  lunas
  www www1 www2 web app apps api apis admin administrator adm root system sys platform operator ops owner staff internal
  intranet dashboard console panel cpanel whm control manage manager portal
  login logout signin signup register registration auth oauth sso saml idp account accounts user users profile member
  members password reset verify otp token session security secure ssl tls cert certs acme well-known
  mail email smtp imap pop pop3 mx mx1 mx2 webmail postmaster hostmaster webmaster abuse noreply no-reply newsletter
  mta-sts autodiscover autoconfig dkim dmarc spf
  ns ns1 ns2 ns3 dns dns1 dns2 ftp sftp ssh vpn proxy gateway gw cdn static assets asset img image images media files
  file download downloads upload uploads cache edge origin
  db database sql postgres redis backup backups log logs metrics monitor monitoring status health healthz uptime grafana
  prometheus git ci build deploy dev develop development stage staging test testing tests sandbox uat qa preprod prod
  production demo sample example localhost local host server node worker queue cron
  billing bill bills invoice invoices invois pay payment payments bayar bayaran payout payouts wallet checkout receipt
  resit refund finance treasury einvoice e-invoice einvois
  zakat infaq infak wakaf waqf sedekah derma donate donation
  help helpdesk support sokongan bantuan docs doc documentation kb knowledge manual guide panduan learn academy blog news
  forum community about contact hubungi terms privacy legal eula license policy careers jobs press brand sales marketing
  pricing partner partners affiliate reseller developer developers webhook webhooks callback sdk
  school schools sekolah tuition tuisyen tadika taska parent parents ibubapa student students pelajar teacher guru trainer
  yuran fee fees official rasmi
  null undefined true false none all any new edit delete me my i a
`)

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/)
}
