import { withAuth } from 'next-auth/middleware'

export default withAuth({
  callbacks: {
    authorized: ({ token }) => token?.uid !== undefined,
  },
  pages: { signIn: '/login' },
})

export const config = { matcher: ['/members/:path*'] }
