/** Of a noun whose pages are as every noun's. */
export const noun = (name: string) => ({
  list: () => `/${name}`,
  new: () => `/${name}/new`,
  view: (id: string) => `/${name}/view/${id}`,
  edit: (id: string) => `/${name}/edit/${id}`,
  status: (id: string) => `/${name}/status/${id}`,
  remove: (id: string) => `/${name}/remove/${id}`,
})

/** Of the desk where exceptions of payments are looked into, of an organisation or the operator. */
export const exceptionPaths = (desk: string) => ({
  list: (state?: string) => `${desk}${state ? `?state=${state}` : ''}`,
  view: (id: string) => `${desk}/view/${id}`,
  take: (id: string) => `${desk}/take/${id}`,
  note: (id: string) => `${desk}/note/${id}`,
  handOver: (id: string) => `${desk}/hand-over/${id}`,
  resolve: (id: string) => `${desk}/resolve/${id}`,
  confirm: (id: string) => `${desk}/confirm/${id}`,
  reject: (id: string) => `${desk}/reject/${id}`,
})

/** A picture itself, null for none; its address changes when the picture does. */
export const pictured = (address: string, file: string | null) => file && `${address}?v=${file.slice(3, 11)}`
