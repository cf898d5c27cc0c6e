/** Organisations that ask to be let in, as the operator sees them. */
export const registrationPaths = {
  list: () => '/admin/registration',
  view: (id: string) => `/admin/registration/view/${id}`,
  document: (id: string, file: string) => `/admin/registration/document/${id}/${file}`,
  approve: (id: string) => `/admin/registration/approve/${id}`,
  reject: (id: string) => `/admin/registration/reject/${id}`,
  paid: (id: string) => `/admin/registration/paid/${id}`,
}
