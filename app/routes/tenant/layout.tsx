import { Outlet } from '@remix-run/react'
import type { Handle } from '#app/server/routing/trees.ts'
import { StaffFrame } from '#app/ui/core/layout/frames.tsx'

export const handle = { access: 'signed-in', look: 'staff' } satisfies Handle

export default function TenantLayout() {
  return (
    <StaffFrame>
      <Outlet />
    </StaffFrame>
  )
}
