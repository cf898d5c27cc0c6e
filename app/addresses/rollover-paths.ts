/** From one year to the next: its plan, classes, seats and families. */
export const rolloverPaths = {
  rollover: {
    list: () => '/rollover',
    new: () => '/rollover/new',
    view: (id: string) => `/rollover/view/${id}`,
    edit: (id: string) => `/rollover/edit/${id}`,
    preview: (id: string) => `/rollover/preview/${id}`,
    run: (id: string) => `/rollover/run/${id}`,
    undo: (id: string) => `/rollover/undo/${id}`,
    remove: (id: string) => `/rollover/remove/${id}`,
    discounts: (id: string) => `/rollover/discounts/${id}`,
    classes: (id: string, narrowed: Narrowed<'act'> = {}) => `/rollover-class?${queryOf(id, narrowed)}`,
    /** A class, a seat and a family of a plan by ids of their own. */
    class: (id: string) => `/rollover/class/${id}`,
    seats: (id: string, narrowed: Narrowed<'act' | 'reason' | 'subject'> = {}) =>
      `/rollover-seat?${queryOf(id, narrowed)}`,
    seat: (id: string) => `/rollover/seat/${id}`,
    families: (id: string, narrowed: Narrowed<'over'> = {}) => `/rollover-family?${queryOf(id, narrowed)}`,
    family: (id: string) => `/rollover/family/${id}`,
  },
} as const

type Narrowed<K extends string> = Partial<Record<K, string>>

const queryOf = (id: string, narrowed: Record<string, string>) =>
  new URLSearchParams([['rollover', id], ...Object.entries(narrowed)])
