/** Where a clerk takes what families bring. */
export const counterPaths = {
  counter: {
    find: () => '/payment/counter',
    /** From a family. */
    take: (id: string) => `/payment/counter/${id}`,
    /** Of a payment. */
    done: (id: string) => `/payment/counter/done/${id}`,
  },
  drawer: {
    list: () => '/drawer',
    open: () => '/drawer/open',
    view: (id: string) => `/drawer/view/${id}`,
    move: (id: string) => `/drawer/move/${id}`,
    close: (id: string) => `/drawer/close/${id}`,
    confirm: (id: string) => `/drawer/confirm/${id}`,
    /** The closing sheet. */
    paper: (id: string) => `/drawer/print/${id}`,
  },
} as const
