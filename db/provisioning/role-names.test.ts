import { expect, test } from 'vitest'
import { loginRole, rolesOf } from './role-names.ts'

test('the roles of an installation are called after its database', () => {
  expect(loginRole('lunas')).toBe('lunas_app')
  expect(rolesOf(loginRole('school-2'))).toMatchObject({
    platform: 'school-2_platform',
    tenant: 'school-2_tenant',
    queue: 'school-2_queue',
  })
  expect(rolesOf('lunas_app').of('t_demo_0a1b2c')).toBe('lunas_t_demo_0a1b2c')
})

test('or after a login that somebody chose', () => {
  expect(rolesOf('fees').platform).toBe('fees_platform')
})

const longestSchema = `t_${'s'.repeat(30)}_0a1b2c`

test.each(['l'.repeat(63), 'pg_lunas', 'Sekolah Melati', 'sekolah"; drop role', '学校', 'x'.repeat(21)])(
  'a database "%s" gives names that Postgres takes, whole and no other database has',
  (database) => {
    const login = loginRole(database)
    const { platform, tenant, queue, of } = rolesOf(login)
    for (const name of [login, platform, tenant, queue, of(longestSchema)])
      expect(name).toMatch(/^(?!pg_)[\w-]{1,63}$/)
    expect(loginRole(`${database}2`)).not.toBe(login)
  },
)
