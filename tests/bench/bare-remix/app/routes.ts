import { type RouteConfig, route } from '@remix-run/route-config'

export default [route('invoice', 'routes/invoice.tsx')] satisfies RouteConfig
