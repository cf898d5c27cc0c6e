/** Builders of the product's addresses; no link is written by hand. */
const noun = (name: string) => ({
  list: () => `/${name}`,
  new: () => `/${name}/new`,
  view: (id: string) => `/${name}/view/${id}`,
  edit: (id: string) => `/${name}/edit/${id}`,
  status: (id: string) => `/${name}/status/${id}`,
  remove: (id: string) => `/${name}/remove/${id}`,
  print: () => `/${name}/print`,
})

export const paths = {
  home: () => '/',
  login: () => '/login',
  logout: () => '/logout',
  dashboard: () => '/dashboard',
  profile: () => '/profile',
  language: (locale: string, to: string) => `/language/${locale}?to=${encodeURIComponent(to)}`,
  category: noun('category'),
  invoice: {
    ...noun('invoice'),
    issue: (id: string) => `/invoice/issue/${id}`,
    cancel: (id: string) => `/invoice/cancel/${id}`,
    pay: (id: string) => `/invoice/pay/${id}`,
    download: (id: string) => `/invoice/download/${id}`,
    status: (code: string) => `/invoice/status/${code}`,
  },
  payment: {
    ...noun('payment'),
    enquire: (id: string) => `/payment/enquire/${id}`,
    download: (id: string) => `/payment/download/${id}`,
    status: (code: string) => `/payment/status/${code}`,
    receipt: (code: string) => `/payment/receipt/${code}`,
    submit: () => '/payment/submit',
  },
  document: (id: string) => `/document/${id}`,
  documentFile: (id: string) => `/document/file/${id}`,
  admin: {
    login: () => '/admin/login',
    dashboard: () => '/admin/dashboard',
    collection: () => '/admin/collection',
    job: () => '/admin/job',
  },
} as const

/**
 * The address to go on to after signing in or switching the language, if it is one of ours: a path on this host.
 * Anything that a browser could read as another host is dropped.
 */
export function ownPath(text: string | null | undefined, fallback: string): string {
  if (!text || text.length > 2_000 || !/^\/(?![/\\])[\x21-\x7e]*$/.test(text) || text.includes('\\'))
    return fallback
  const url = new URL(text, 'http://own.invalid')
  return url.host === 'own.invalid' ? url.pathname + url.search : fallback
}
