// Requests to the gateway.
export async function called(gateway, path, token, body) {
  const response = await fetch(gateway + path, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  })
  const reply = await response.json()
  if (!response.ok) {
    throw new Error(reply.params?.errmsg ?? JSON.stringify(reply))
  }
  return reply
}
