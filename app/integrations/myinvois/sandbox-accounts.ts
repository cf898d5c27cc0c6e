/**
 * Whom the sandbox of the portal knows from the start: constants, so that the organisations of the demo may have their
 * credentials before the sandbox has run for the first time. TINs that begin with C2099 are nobody's.
 */
export const portalSandboxAccounts = {
  demo: {
    clientId: '00000000-0000-4000-8000-0000000e1501',
    secrets: ['sandbox-einvoice-demo-1', 'sandbox-einvoice-demo-2'],
    tin: 'C20990000010',
    registrationNo: '202101000000',
    name: 'Bestari Ilmu Contoh Sdn Bhd',
  },
  cahaya: {
    clientId: '00000000-0000-4000-8000-0000000e1502',
    secrets: ['sandbox-einvoice-cahaya-1', 'sandbox-einvoice-cahaya-2'],
    tin: 'C20990000020',
    registrationNo: '201901000000',
    name: 'Yayasan Cahaya Murni Contoh Berhad',
  },
  /** Acts for those who have appointed it; `cahaya` has. */
  intermediary: {
    clientId: '00000000-0000-4000-8000-0000000e1503',
    secrets: ['sandbox-einvoice-intermediary-1', 'sandbox-einvoice-intermediary-2'],
    tin: 'C20990000030',
    registrationNo: '202201000000',
    name: 'Perantara Contoh Sdn Bhd',
  },
} as const
