export default defineEventHandler(async (event) => {
  const session = await auth.auth(toWebRequest(event))
  return { name: session?.user.name ?? null }
})
