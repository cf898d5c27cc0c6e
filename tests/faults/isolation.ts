import type { Fault } from './fault.ts'

/** Walls between organisations, and between them and the platform: connections, roles, row security, hosts and files. */
export const isolationFaults: readonly Fault[] = [
  {
    about: 'A transaction keeps the role of the login',
    file: 'db/request-database.ts',
    find: 'set local search_path to ${schema}; set local role ${role}',
    replace: 'set local search_path to ${schema}',
    tests: ['db/with-tenant.db', 'db/request-database.db'],
  },
  {
    about: 'A search path outlives its transaction',
    file: 'db/request-database.ts',
    find: 'set local search_path to ${schema}',
    replace: 'set search_path to ${schema}',
    tests: ['db/request-database.db', 'db/with-tenant.db'],
  },
  {
    about: 'Prepared statements of two organisations have one name',
    file: 'db/pool.ts',
    find: 'const name = `${place.schema}.${place.version ?? 0}.${statementId(text)}`',
    replace: 'const name = `${place.version ?? 0}.${statementId(text)}`',
    tests: ['db/pool.db'],
  },
  {
    about: 'A connection goes back to the pool whatever state it is in',
    file: 'db/pool.ts',
    find: "client.release(broken ?? (clean ? undefined : new Error('unclean connection')))",
    replace: 'client.release(broken)',
    tests: ['db/pool.db'],
  },
  {
    about: 'A loader may write',
    file: 'db/request-database.ts',
    find: "current ??= begin('read only')",
    replace: "current ??= begin('read write')",
    tests: ['db/request-database.db', 'db/with-tenant.db'],
  },
  {
    about: 'An organisation reads the shared rows of all others',
    file: 'migrations/platform/row-security.ts',
    find: 'using (${own}) with check (${own})',
    replace: 'using (true) with check (${own})',
    tests: ['db/platform-wall.db'],
  },
  {
    about: 'An organisation writes rows in the name of another',
    file: 'migrations/platform/row-security.ts',
    find: 'using (${own}) with check (${own})',
    replace: 'using (${own}) with check (true)',
    tests: ['db/platform-wall.db'],
  },
  {
    about: 'An organisation reads what the platform bills others',
    file: 'migrations/platform/0004_subscriptions.ts',
    find: 'create policy platform_invoice_tenant on platform.platform_invoice for select to lunas_tenant\n  using (entity_id = (select platform.current_entity()))',
    replace:
      'create policy platform_invoice_tenant on platform.platform_invoice for select to lunas_tenant\n  using (true)',
    tests: ['db/platform-wall.db'],
  },
  {
    about: 'A domain leads to an organisation before it is proven to be theirs',
    file: 'app/server/routing/site.ts',
    find: ".where('custom_domain', '=', domain).where('custom_domain_status', '=', 'verified')",
    replace: ".where('custom_domain', '=', domain)",
    tests: ['routing/site.db'],
  },
  {
    about: 'The host of a request is believed with whatever stands in it',
    file: 'app/server/routing/site.ts',
    find: 'return match?.[1]?.toLowerCase()',
    replace: 'return match?.[1]',
    tests: ['routing/site.test', 'routing/site.db'],
  },
  {
    about: 'An organisation that has changed is remembered as it was',
    file: 'app/server/routing/site.ts',
    find: "if (site?.side === 'tenant' && site.entity.id === entity_id) remembered.delete(host)",
    replace: "if (site?.side === 'tenant' && site.entity.id === host) remembered.delete(host)",
    tests: ['routing/site.db'],
  },
  {
    about: 'Somebody finds organisations that are not active any more',
    file: 'app/domain/identity/accounts/organisations.ts',
    find: "    .where('contact.value', '=', address)\n    .where('entity.status', '=', 'active')",
    replace: "    .where('contact.value', '=', address)",
    tests: ['main/login/organisation.http'],
  },
  {
    about: 'A job reads its organisation as the platform',
    file: 'jobs/queue/run-job.ts',
    find: 'withTenant: (work) => withTenant(pool, place, work)',
    replace: 'withTenant: (work) => withTenant(pool, platformRef, work)',
    tests: ['queue/run-job.db'],
  },
]
