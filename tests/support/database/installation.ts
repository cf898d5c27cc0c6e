import { inject } from 'vitest'
import { appDatabaseUrl, environment } from '#app/environment.ts'
import { asAdmin, databaseUrl } from './template.ts'

/** A database on the server of the tests whose owner is no superuser, as a managed Postgres gives one. */
export interface Installation {
  ownerUrl: string
  /** The login that this database has by itself. */
  appUrl: string
}

let count = 0

/** An empty one; `name` tells it apart. With `like`, a copy of that one. */
export async function installation(name: string, like?: Installation): Promise<Installation> {
  const adminUrl = inject('adminUrl')
  const database = `${name}_${process.pid}_${count++}`
  const owner = like ? new URL(like.ownerUrl).username : `${database}_owner`
  await asAdmin(adminUrl, async (admin) => {
    if (!like) await admin.query(`create role ${owner} login createrole password 'word'`)
    const template = like ? `template ${new URL(like.ownerUrl).pathname.slice(1)}` : ''
    await admin.query(`create database ${database} owner ${owner} ${template}`)
  })
  const url = new URL(databaseUrl(adminUrl, database))
  Object.assign(url, { username: owner, password: 'word' })
  return { ownerUrl: url.href, appUrl: withLogin(url.href) }
}

/** The address of the application; with a login of its own choice, when one is named. */
export function withLogin(ownerUrl: string, login?: string): string {
  const url = new URL(appDatabaseUrl({ ...environment, appDatabaseUrl: undefined, databaseUrl: ownerUrl }))
  if (login) url.username = login
  return url.href
}
