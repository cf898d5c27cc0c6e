import { expect, test } from 'vitest'
import { paths } from '#app/paths.ts'
import { loggedPath } from './logged-path.ts'

const code = 'abcdefghjkmnpqrstuvwxyz234'

test.each([
  ['/message/report/sms/sandbox-reports-of-messages', '/message/report/sms/sand…'],
  ['/message/report/anything/sandbox-reports-of-messages/x', '/message/report/anything/sand…/x'],
  [paths.optOut.view('AAECAwQFBgcICQ_x-1'), '/opt-out/AAEC…'],
  [paths.optOut.oneClick('AAECAwQFBgcICQ_x-1'), '/opt-out/AAEC…/one-click'],
  [paths.invoice.status(code), '/invoice/status/abcd…'],
  [`/invoice/file/${code}/pdf`, '/invoice/file/abcd…/pdf'],
  [
    '/announcement/view/01900000-0000-7000-8000-000000000000',
    '/announcement/view/01900000-0000-7000-8000-000000000000',
  ],
])('%s', (path, logged) => {
  expect(loggedPath(path)).toBe(logged)
})
