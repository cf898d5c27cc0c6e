import type { RouteConfig } from '@remix-run/dev/dist/config/routes.js'

export default [{ path: 'invoice', file: 'routes/invoice.tsx' }] satisfies RouteConfig
