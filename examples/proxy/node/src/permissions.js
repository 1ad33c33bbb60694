// Which user may touch which objects: the rule that is yours. Here a file says it, `{"ann": ["f-1", "f-2"]}`; a real server asks
// its database.

/** Whether a user may do what was asked. What is not known is refused. */
export function isAllowed(permissions, { user, parameters }) {
  const flow = parameters.get("flowId");
  if (flow === undefined) return true;
  return Object.hasOwn(permissions, user) && permissions[user].includes(flow);
}
