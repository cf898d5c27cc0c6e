import { type RouteConfigEntry, route } from '@remix-run/route-config'

/** The operator's look at organisations that ask to be let in. */
export const adminRegistrationRoutes: RouteConfigEntry[] = [
  route('admin/registration', 'routes/main/registration/list.tsx'),
  route('admin/registration/view/:id', 'routes/main/registration/view.tsx'),
  route('admin/registration/document/:id/:file', 'routes/main/registration/document.ts'),
  route('admin/registration/approve/:id', 'routes/main/registration/approve.ts'),
  route('admin/registration/reject/:id', 'routes/main/registration/reject.tsx'),
  route('admin/registration/paid/:id', 'routes/main/registration/paid.tsx'),
]
