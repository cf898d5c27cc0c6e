/** An operator's own account. */
export const adminProfilePaths = {
  profile: () => '/admin/profile',
  profileEdit: () => '/admin/profile/edit',
  profilePassword: () => '/admin/profile/password',
  profileSessions: () => '/admin/profile/session',
  profileSessionEnd: (id: string) => `/admin/profile/session/end/${id}`,
  profileSessionsEnd: () => '/admin/profile/session/end-others',
  profileSignIns: () => '/admin/profile/log',
}
