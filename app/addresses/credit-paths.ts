/** Credit of families on its way, and what is taken off invoices. */
export const creditPaths = {
  creditMove: {
    list: () => '/credit-move',
    view: (id: string) => `/credit-move/view/${id}`,
    new: (parent_id: string) => `/credit-move/new/${parent_id}`,
    approve: (id: string) => `/credit-move/approve/${id}`,
    reject: (id: string) => `/credit-move/reject/${id}`,
    withdraw: (id: string) => `/credit-move/withdraw/${id}`,
  },
  creditRefund: {
    list: () => '/credit-refund',
    view: (id: string) => `/credit-refund/view/${id}`,
    new: (parent_id: string) => `/credit-refund/new/${parent_id}`,
    approve: (id: string) => `/credit-refund/approve/${id}`,
    reject: (id: string) => `/credit-refund/reject/${id}`,
    withdraw: (id: string) => `/credit-refund/withdraw/${id}`,
    cancel: (id: string) => `/credit-refund/cancel/${id}`,
    pay: (id: string) => `/credit-refund/pay/${id}`,
    reveal: (id: string) => `/credit-refund/reveal/${id}`,
    print: (id: string) => `/credit-refund/print/${id}`,
  },
  transferSlip: {
    list: (q?: string) => `/transfer-slip${q ? `?q=${encodeURIComponent(q)}` : ''}`,
    view: (id: string) => `/transfer-slip/view/${id}`,
    /** The form by which its money is booked. */
    approve: (id: string) => `/transfer-slip/confirm/${id}`,
    settle: (id: string) => `/transfer-slip/settle/${id}`,
    reject: (id: string) => `/transfer-slip/reject/${id}`,
    withdraw: (id: string) => `/transfer-slip/withdraw/${id}`,
    picture: (id: string) => `/transfer-slip/picture/${id}`,
    file: (id: string) => `/transfer-slip/file/${id}`,
  },
  creditNote: {
    list: (q?: string) => `/credit-note${q ? `?q=${encodeURIComponent(q)}` : ''}`,
    view: (id: string) => `/credit-note/view/${id}`,
    new: (invoice_id: string) => `/credit-note/new/${invoice_id}`,
    writeOff: (invoice_id: string) => `/credit-note/write-off/${invoice_id}`,
    approve: (id: string) => `/credit-note/approve/${id}`,
    reject: (id: string) => `/credit-note/reject/${id}`,
    withdraw: (id: string) => `/credit-note/withdraw/${id}`,
    print: (id: string) => `/credit-note/print/${id}`,
  },
} as const
