/** Python, Ruby and PHP, with what they bring. */
import { type Dialect, type EventCall, quoted, single, type Value } from "./Dialect.ts"

const pythonValue = (value: Value): string => {
  if (typeof value === "boolean") return value ? "True" : "False"
  return JSON.stringify(value)
}
const pythonCall = ({ event_type, properties }: EventCall): string => {
  const fields = properties.map(([name, value]) => `${quoted(name)}: ${pythonValue(value)}`).join(", ")
  return `    track(str(uuid4()), user_id, ${quoted(event_type)}, {${fields}})`
}

export const python: Dialect = {
  language: "python",
  files: { client: "hatchery.py", events: "events.py", webhook: "webhook.py" },
  client: `"""HATCHERY_URL and HATCHERY_API_KEY come from the environment; the key never leaves your server."""
import json
import os
import time
import urllib.error
import urllib.request

BASE = os.environ["HATCHERY_URL"] + "/api/v1"
HEADERS = {"authorization": "Bearer " + os.environ["HATCHERY_API_KEY"], "content-type": "application/json"}


def send(method, path, body):
    data = json.dumps(body).encode()
    # The same body again: an event_id that arrived counts once, however often it is sent.
    for attempt in range(5):
        request = urllib.request.Request(BASE + path, data=data, headers=HEADERS, method=method)
        try:
            with urllib.request.urlopen(request, timeout=10) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            if attempt == 4 or (error.code != 429 and error.code < 500):
                raise
        except OSError:
            if attempt == 4:
                raise
        time.sleep(0.5 * 2**attempt)


def track(event_id, user_id, event_type, properties):
    event = {"event_id": event_id, "user_id": user_id, "type": event_type, "properties": properties}
    return send("POST", "/events", event)


def hatch(user_id):
    egg = send("POST", "/eggs?ensure=true", {"user_id": user_id})
    send("PATCH", "/eggs/" + egg["egg_id"] + "/status", {"status": "ready"})
    return send("POST", "/eggs/" + egg["egg_id"] + "/hatch", {})


def widget_token(buddy_id, user_id):
    body = {"buddy_id": buddy_id, "user_id": user_id, "scopes": ["read"], "ttl_seconds": 3600}
    return send("POST", "/widget-sessions", body)
`,
  events: (calls) => `from uuid import uuid4

from hatchery import track


def example(user_id):
    # Keep the id with what happened: who sends it again sends the same one.
${calls.map(pythonCall).join("\n")}
`,
  webhook: `import hashlib
import hmac
import os
import time


def is_genuine(body: bytes, timestamp: str, signature: str) -> bool:
    """body is the raw request; anything older than five minutes is refused."""
    if abs(time.time() - int(timestamp)) > 300:
        return False
    secret = os.environ["HATCHERY_WEBHOOK_SECRET"].encode()
    expected = "sha256=" + hmac.new(secret, timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected, signature)
`
}

export const django: Dialect = {
  ...python,
  webhook: `${python.webhook}

def receive(request):
    from django.http import HttpResponse

    timestamp = request.headers.get("X-Svc-Timestamp", "0")
    signature = request.headers.get("X-Svc-Signature", "")
    return HttpResponse(status=204 if is_genuine(request.body, timestamp, signature) else 401)
`
}

const rubyCall = ({ event_type, properties }: EventCall): string => {
  const fields = properties.map(([name, value]) => {
    const literal = typeof value === "string" ? single(value) : JSON.stringify(value)
    return `${single(name)} => ${literal}`
  })
  return `  Hatchery.track(SecureRandom.uuid, user_id, ${single(event_type)}, { ${fields.join(", ")} })`
}

export const rails: Dialect = {
  language: "ruby",
  files: {
    client: "app/lib/hatchery.rb",
    events: "app/lib/hatchery_events.rb",
    webhook: "app/lib/hatchery_webhook.rb"
  },
  client: `# HATCHERY_URL and HATCHERY_API_KEY come from the environment; the key never leaves your server.
require "json"
require "net/http"

module Hatchery
  HEADERS = { "authorization" => "Bearer #{ENV.fetch("HATCHERY_API_KEY")}", "content-type" => "application/json" }

  def self.send_request(method, path, body)
    uri = URI("#{ENV.fetch("HATCHERY_URL")}/api/v1#{path}")
    # The same body again: an event_id that arrived counts once, however often it is sent.
    5.times do |attempt|
      begin
        response = Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == "https") do |http|
          http.send_request(method, uri.request_uri, body.to_json, HEADERS)
        end
        code = response.code.to_i
        return JSON.parse(response.body) if code < 300
        raise "Hatchery answered #{code}" if attempt == 4 || (code != 429 && code < 500)
      rescue SystemCallError, SocketError, Timeout::Error
        raise if attempt == 4
      end
      sleep(0.5 * 2**attempt)
    end
  end

  def self.track(event_id, user_id, type, properties)
    send_request("POST", "/events", { event_id:, user_id:, type:, properties: })
  end

  def self.hatch(user_id)
    egg = send_request("POST", "/eggs?ensure=true", { user_id: })
    send_request("PATCH", "/eggs/#{egg["egg_id"]}/status", { status: "ready" })
    send_request("POST", "/eggs/#{egg["egg_id"]}/hatch", {})
  end

  def self.widget_token(buddy_id, user_id)
    send_request("POST", "/widget-sessions", { buddy_id:, user_id:, scopes: ["read"], ttl_seconds: 3600 })
  end
end
`,
  events: (calls) => `require "securerandom"
require_relative "hatchery"

# Keep the id with what happened: who sends it again sends the same one.
def hatchery_example(user_id)
${calls.map(rubyCall).join("\n")}
end
`,
  webhook: `require "openssl"

# body is the raw request; anything older than five minutes is refused.
def hatchery_genuine?(body, timestamp, signature)
  return false if (Time.now.to_i - timestamp.to_i).abs > 300
  secret = ENV.fetch("HATCHERY_WEBHOOK_SECRET")
  expected = "sha256=" + OpenSSL::HMAC.hexdigest("SHA256", secret, "#{timestamp}.#{body}")
  expected.bytesize == signature.bytesize && OpenSSL.fixed_length_secure_compare(expected, signature)
end
`
}

const phpCall = ({ event_type, properties }: EventCall): string => {
  const fields = properties.map(([name, value]) => {
    const literal = typeof value === "string" ? single(value) : typeof value === "object" ? "[]" : JSON.stringify(value)
    return `${single(name)} => ${literal}`
  })
  return `    hatchery_track(bin2hex(random_bytes(16)), $userId, ${single(event_type)}, [${fields.join(", ")}]);`
}

export const laravel: Dialect = {
  language: "php",
  files: { client: "app/hatchery.php", events: "app/hatchery_events.php", webhook: "app/hatchery_webhook.php" },
  client: `<?php
// HATCHERY_URL and HATCHERY_API_KEY come from the environment; the key never leaves your server.

function hatchery_send(string $method, string $path, array $body): array {
    // The same body again: an event_id that arrived counts once, however often it is sent.
    for ($attempt = 0; ; $attempt++) {
        $curl = curl_init(getenv('HATCHERY_URL') . '/api/v1' . $path);
        curl_setopt_array($curl, [
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_TIMEOUT => 10,
            CURLOPT_HTTPHEADER => [
                'authorization: Bearer ' . getenv('HATCHERY_API_KEY'),
                'content-type: application/json',
            ],
            CURLOPT_POSTFIELDS => json_encode((object) $body),
        ]);
        $answer = curl_exec($curl);
        $status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
        if ($status >= 200 && $status < 300) {
            return json_decode($answer, true);
        }
        if ($attempt === 4 || ($status >= 400 && $status < 500 && $status !== 429)) {
            throw new RuntimeException("Hatchery answered $status");
        }
        usleep(500000 * 2 ** $attempt);
    }
}

function hatchery_track(string $eventId, string $userId, string $type, array $properties): array {
    $event = ['event_id' => $eventId, 'user_id' => $userId, 'type' => $type, 'properties' => (object) $properties];
    return hatchery_send('POST', '/events', $event);
}

function hatchery_hatch(string $userId): array {
    $egg = hatchery_send('POST', '/eggs?ensure=true', ['user_id' => $userId]);
    hatchery_send('PATCH', '/eggs/' . $egg['egg_id'] . '/status', ['status' => 'ready']);
    return hatchery_send('POST', '/eggs/' . $egg['egg_id'] . '/hatch', []);
}

function hatchery_widget_token(string $buddyId, string $userId): array {
    $body = ['buddy_id' => $buddyId, 'user_id' => $userId, 'scopes' => ['read'], 'ttl_seconds' => 3600];
    return hatchery_send('POST', '/widget-sessions', $body);
}
`,
  events: (calls) => `<?php
require_once __DIR__ . '/hatchery.php';

// Keep the id with what happened: who sends it again sends the same one.
function hatchery_example(string $userId): void {
${calls.map(phpCall).join("\n")}
}
`,
  webhook: `<?php
// $body is the raw request; anything older than five minutes is refused.
function hatchery_is_genuine(string $body, string $timestamp, string $signature): bool {
    if (abs(time() - (int) $timestamp) > 300) {
        return false;
    }
    $expected = 'sha256=' . hash_hmac('sha256', $timestamp . '.' . $body, getenv('HATCHERY_WEBHOOK_SECRET'));
    return hash_equals($expected, $signature);
}
`
}
