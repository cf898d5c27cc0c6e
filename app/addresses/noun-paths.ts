/** Of a noun whose pages are as every noun's. */
export const noun = (name: string) => ({
  list: () => `/${name}`,
  new: () => `/${name}/new`,
  view: (id: string) => `/${name}/view/${id}`,
  edit: (id: string) => `/${name}/edit/${id}`,
  status: (id: string) => `/${name}/status/${id}`,
  remove: (id: string) => `/${name}/remove/${id}`,
})

/** A picture itself, null for none; its address changes when the picture does. */
export const pictured = (address: string, file: string | null) => file && `${address}?v=${file.slice(3, 11)}`
