-- Requests made of a template, and one line of JSON about how they went.
--
-- Settings, all in the environment: BENCH_METHOD, BENCH_PATH, BENCH_BODY and BENCH_ACCEPT
-- (empty for none), BENCH_TOKEN, BENCH_ROWS, BENCH_TYPES, BENCH_TAG, and BENCH_STRICT=yes to look at each answer.
-- Path and body may hold, anew in each request:
--   {n}   a text that no other request of this run has: BENCH_TAG, thread, count
--   {i}   a random number from 1 to BENCH_ROWS
--   {id}  the id of the row {i} of the same request, as Rows makes them
--   {t}   a random number from 1 to BENCH_TYPES

local started = {}

function setup(thread)
  table.insert(started, thread)
  thread:set("thread", #started)
end

local function setting(name) return os.getenv("BENCH_" .. name) or "" end

local rows, types = tonumber(setting("ROWS")) or 1, tonumber(setting("TYPES")) or 1
local method, tag = setting("METHOD"), setting("TAG")
local count, row = 0, 1

local makers = {
  n = function() return tag .. "-" .. thread .. "-" .. count end,
  i = function() return row end,
  id = function() return string.format("01990000-0000-7000-8000-%012x", row) end,
  t = function() return math.random(types) end,
}

-- The text and what is to be filled in, in turn.
local function template(text)
  local parts, from = {}, 1
  for before, name, after in text:gmatch("(){(%l+)}()") do
    if makers[name] then
      table.insert(parts, text:sub(from, before - 1))
      table.insert(parts, makers[name])
      from = after
    end
  end
  table.insert(parts, text:sub(from))
  return parts
end

local path, body = template(setting("PATH")), template(setting("BODY"))

local function filled(parts)
  if #parts == 1 then return parts[1] end
  local texts = {}
  for at, part in ipairs(parts) do
    texts[at] = type(part) == "string" and part or part()
  end
  return table.concat(texts)
end

function init()
  math.randomseed(os.time() * 100 + thread)
  wrk.headers["authorization"] = "Bearer " .. setting("TOKEN")
  if setting("ACCEPT") ~= "" then wrk.headers["accept"] = setting("ACCEPT") end
  if setting("BODY") ~= "" then wrk.headers["content-type"] = "application/json" end
end

function request()
  count, row = count + 1, math.random(rows)
  local sent = filled(body)
  return wrk.format(method, filled(path), nil, sent ~= "" and sent or nil)
end

-- wrk itself counts statuses from 400 on, without looking into answers, which costs it time.
if setting("STRICT") == "yes" then
  refused = 0
  function response(status, headers, answer)
    if status < 200 or status > 299 then
      refused = refused + 1
      if refused <= 3 then print("refused " .. status .. " " .. answer) end
    end
  end
end

function done(summary, latency)
  local errors, strict = summary.errors, 0
  for _, thread in ipairs(started) do strict = strict + (thread:get("refused") or 0) end
  print(string.format(
    'measured {"requests":%d,"micros":%d,"p50":%d,"p95":%d,"p99":%d,"max":%d,' ..
    '"refused":%d,"connection":%d,"timeout":%d}',
    summary.requests, summary.duration,
    latency:percentile(50), latency:percentile(95), latency:percentile(99), latency.max,
    math.max(errors.status, strict), errors.connect + errors.read + errors.write, errors.timeout))
end
