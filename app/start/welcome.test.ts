import { expect, test } from 'vitest'
import { welcome } from './welcome.ts'

test('each host once, with all who can sign in there', () => {
  const accounts = [
    { who: 'Operator', email: 'operator@lunas.test', password: 'word' },
    { who: 'Pusat Tuisyen', subdomain: 'demo', email: 'superadmin@demo.test', password: 'word' },
    { who: 'Pusat Tuisyen', subdomain: 'demo', email: 'clerk@demo.test', password: 'word' },
  ]
  const parts = { install: 0, database: 2_000, 'demo data': 5_100, build: 4_000, processes: 1_000 }
  expect(welcome({ origin: 'http://localhost:3000', accounts, sandbox: true, ms: 8_123, parts })).toBe(`
Lunas is ready at http://localhost:3000 (8.1 s). Ctrl-C stops it.
  Of that: database 2.0 s, demo data 5.1 s, build 4.0 s beside them, processes 1.0 s

  Operator               http://localhost:3000                    operator@lunas.test
  Pusat Tuisyen          http://demo.localhost:3000               superadmin@demo.test, also clerk@
  Mail that was caught   http://localhost:3000/sandbox/mail
  SMS that was caught    http://localhost:3000/sandbox/sms
  Tax portal (sandbox)   http://localhost:3000/sandbox/myinvois

  Password of all of them: word
`)
})

test('outside the demo it names the address alone', () => {
  expect(welcome({ origin: 'https://lunas.test', accounts: [], sandbox: false, ms: 900, parts: {} })).toBe(
    '\nLunas is ready at https://lunas.test (0.9 s). Ctrl-C stops it.\n\n',
  )
})
