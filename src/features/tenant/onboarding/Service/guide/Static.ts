/** Go, Java and C#, with their standard libraries. */
import { type Dialect, type EventCall, quoted } from "./Dialect.ts"

/** As JSON in a literal: these languages have no other way to write a map of anything that is as short. */
const json = ({ properties }: EventCall): string => quoted(JSON.stringify(Object.fromEntries(properties)))

export const go: Dialect = {
  language: "go",
  files: { client: "hatchery/client.go", events: "hatchery/events.go", webhook: "hatchery/webhook.go" },
  client: `// Package hatchery speaks to the service. HATCHERY_URL and HATCHERY_API_KEY come from the environment.
package hatchery

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"time"
)

type Map = map[string]any

func send(method, path string, body any) (Map, error) {
	data, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	// The same body again: an event_id that arrived counts once, however often it is sent.
	for attempt := 0; ; attempt++ {
		request, err := http.NewRequest(method, os.Getenv("HATCHERY_URL")+"/api/v1"+path, bytes.NewReader(data))
		if err != nil {
			return nil, err
		}
		request.Header.Set("authorization", "Bearer "+os.Getenv("HATCHERY_API_KEY"))
		request.Header.Set("content-type", "application/json")
		response, err := http.DefaultClient.Do(request)
		if err == nil {
			var answer Map
			err = json.NewDecoder(response.Body).Decode(&answer)
			response.Body.Close()
			if response.StatusCode < 300 {
				return answer, err
			}
			err = fmt.Errorf("hatchery answered %d", response.StatusCode)
			if response.StatusCode != 429 && response.StatusCode < 500 {
				return nil, err
			}
		}
		if attempt == 4 {
			return nil, err
		}
		time.Sleep(500 * time.Millisecond << attempt)
	}
}

func Track(eventID, userID, eventType, properties string) (Map, error) {
	event := Map{"event_id": eventID, "user_id": userID, "type": eventType, "properties": json.RawMessage(properties)}
	return send("POST", "/events", event)
}

func Hatch(userID string) (Map, error) {
	egg, err := send("POST", "/eggs?ensure=true", Map{"user_id": userID})
	if err != nil {
		return nil, err
	}
	id := fmt.Sprint(egg["egg_id"])
	if _, err := send("PATCH", "/eggs/"+id+"/status", Map{"status": "ready"}); err != nil {
		return nil, err
	}
	return send("POST", "/eggs/"+id+"/hatch", Map{})
}

func WidgetToken(buddyID, userID string) (Map, error) {
	body := Map{"buddy_id": buddyID, "user_id": userID, "scopes": []string{"read"}, "ttl_seconds": 3600}
	return send("POST", "/widget-sessions", body)
}
`,
  events: (calls) => `package hatchery

import (
	"crypto/rand"
	"encoding/hex"
)

// Keep the id with what happened: who sends it again sends the same one.
func newID() string {
	id := make([]byte, 16)
	rand.Read(id)
	return hex.EncodeToString(id)
}

func Example(userID string) {
${calls.map((call) => `\tTrack(newID(), userID, ${quoted(call.event_type)}, ${json(call)})`).join("\n")}
}
`,
  webhook: `package hatchery

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"strconv"
	"time"
)

// IsGenuine takes the raw body; anything older than five minutes is refused.
func IsGenuine(body []byte, timestamp, signature string) bool {
	sent, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || time.Since(time.Unix(sent, 0)).Abs() > 5*time.Minute {
		return false
	}
	mac := hmac.New(sha256.New, []byte(os.Getenv("HATCHERY_WEBHOOK_SECRET")))
	mac.Write([]byte(timestamp + "."))
	mac.Write(body)
	return hmac.Equal([]byte("sha256="+hex.EncodeToString(mac.Sum(nil))), []byte(signature))
}
`
}

const javaCall = (call: EventCall) =>
  `    Hatchery.track(UUID.randomUUID().toString(), userId, ${quoted(call.event_type)}, ${json(call)});`

export const java: Dialect = {
  language: "java",
  files: { client: "Hatchery.java", events: "HatcheryEvents.java", webhook: "HatcheryWebhook.java" },
  client: `import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** HATCHERY_URL and HATCHERY_API_KEY come from the environment; the key never leaves your server. */
public class Hatchery {
  private static final HttpClient client = HttpClient.newHttpClient();

  static String send(String method, String path, String body) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(System.getenv("HATCHERY_URL") + "/api/v1" + path))
        .header("authorization", "Bearer " + System.getenv("HATCHERY_API_KEY"))
        .header("content-type", "application/json")
        .method(method, HttpRequest.BodyPublishers.ofString(body))
        .build();
    // The same body again: an event_id that arrived counts once, however often it is sent.
    for (int attempt = 0; ; attempt++) {
      try {
        HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
        int status = response.statusCode();
        if (status < 300) return response.body();
        if (attempt == 4 || (status != 429 && status < 500)) {
          throw new IllegalStateException("Hatchery answered " + status);
        }
      } catch (java.io.IOException error) {
        if (attempt == 4) throw error;
      }
      Thread.sleep(500L << attempt);
    }
  }

  public static String track(String eventId, String userId, String type, String properties) throws Exception {
    String ids = "\\"event_id\\":\\"" + eventId + "\\",\\"user_id\\":\\"" + userId + "\\"";
    return send("POST", "/events", "{" + ids + ",\\"type\\":\\"" + type + "\\",\\"properties\\":" + properties + "}");
  }

  public static String egg(String userId) throws Exception {
    return send("POST", "/eggs?ensure=true", "{\\"user_id\\":\\"" + userId + "\\"}");
  }

  public static String hatch(String eggId) throws Exception {
    send("PATCH", "/eggs/" + eggId + "/status", "{\\"status\\":\\"ready\\"}");
    return send("POST", "/eggs/" + eggId + "/hatch", "{}");
  }

  public static String widgetToken(String buddyId, String userId) throws Exception {
    String ids = "\\"buddy_id\\":\\"" + buddyId + "\\",\\"user_id\\":\\"" + userId + "\\"";
    return send("POST", "/widget-sessions", "{" + ids + ",\\"scopes\\":[\\"read\\"],\\"ttl_seconds\\":3600}");
  }
}
`,
  events: (calls) => `import java.util.UUID;

public class HatcheryEvents {
  /** Keep the id with what happened: who sends it again sends the same one. */
  public static void example(String userId) throws Exception {
${calls.map(javaCall).join("\n")}
  }
}
`,
  webhook: `import java.security.MessageDigest;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class HatcheryWebhook {
  /** body is the raw request; anything older than five minutes is refused. */
  public static boolean isGenuine(byte[] body, String timestamp, String signature) throws Exception {
    if (Math.abs(System.currentTimeMillis() / 1000 - Long.parseLong(timestamp)) > 300) return false;
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(System.getenv("HATCHERY_WEBHOOK_SECRET").getBytes(), "HmacSHA256"));
    mac.update((timestamp + ".").getBytes());
    String expected = "sha256=" + HexFormat.of().formatHex(mac.doFinal(body));
    return MessageDigest.isEqual(expected.getBytes(), signature.getBytes());
  }
}
`
}

const sharpCall = (call: EventCall) =>
  `        await Hatchery.Track(Guid.NewGuid().ToString(), userId, ${quoted(call.event_type)}, ${json(call)});`

export const dotnet: Dialect = {
  language: "csharp",
  files: { client: "Hatchery.cs", events: "HatcheryEvents.cs", webhook: "HatcheryWebhook.cs" },
  client: `using System;
using System.Net.Http;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Threading.Tasks;

// HATCHERY_URL and HATCHERY_API_KEY come from the environment; the key never leaves your server.
public static class Hatchery
{
    private static readonly HttpClient Client = new HttpClient();

    private static async Task<JsonNode> Send(HttpMethod method, string path, object body)
    {
        var json = JsonSerializer.Serialize(body);
        // The same body again: an event_id that arrived counts once, however often it is sent.
        for (var attempt = 0; ; attempt++)
        {
            var url = Environment.GetEnvironmentVariable("HATCHERY_URL") + "/api/v1" + path;
            var request = new HttpRequestMessage(method, url);
            request.Headers.Add("authorization", "Bearer " + Environment.GetEnvironmentVariable("HATCHERY_API_KEY"));
            request.Content = new StringContent(json, Encoding.UTF8, "application/json");
            try
            {
                var response = await Client.SendAsync(request);
                var status = (int)response.StatusCode;
                if (status < 300) return JsonNode.Parse(await response.Content.ReadAsStringAsync());
                if (attempt == 4 || (status != 429 && status < 500)) throw new Exception("Hatchery answered " + status);
            }
            catch (HttpRequestException) when (attempt < 4)
            {
                // The network was away: once more, with the same event_id.
            }
            await Task.Delay(500 << attempt);
        }
    }

    public static Task<JsonNode> Track(string eventId, string userId, string type, string properties) =>
        Send(HttpMethod.Post, "/events",
            new { event_id = eventId, user_id = userId, type, properties = JsonNode.Parse(properties) });

    public static async Task<JsonNode> Hatch(string userId)
    {
        var egg = await Send(HttpMethod.Post, "/eggs?ensure=true", new { user_id = userId });
        var id = egg["egg_id"].GetValue<string>();
        await Send(HttpMethod.Patch, "/eggs/" + id + "/status", new { status = "ready" });
        return await Send(HttpMethod.Post, "/eggs/" + id + "/hatch", new { });
    }

    public static Task<JsonNode> WidgetToken(string buddyId, string userId) =>
        Send(HttpMethod.Post, "/widget-sessions",
            new { buddy_id = buddyId, user_id = userId, scopes = new[] { "read" }, ttl_seconds = 3600 });
}
`,
  events: (calls) => `using System;
using System.Threading.Tasks;

public static class HatcheryEvents
{
    // Keep the id with what happened: who sends it again sends the same one.
    public static async Task Example(string userId)
    {
${calls.map(sharpCall).join("\n")}
    }
}
`,
  webhook: `using System;
using System.Security.Cryptography;
using System.Text;

public static class HatcheryWebhook
{
    // body is the raw request; anything older than five minutes is refused.
    public static bool IsGenuine(string body, string timestamp, string signature)
    {
        if (Math.Abs(DateTimeOffset.UtcNow.ToUnixTimeSeconds() - long.Parse(timestamp)) > 300) return false;
        var secret = Encoding.UTF8.GetBytes(Environment.GetEnvironmentVariable("HATCHERY_WEBHOOK_SECRET"));
        var hash = HMACSHA256.HashData(secret, Encoding.UTF8.GetBytes(timestamp + "." + body));
        var expected = "sha256=" + Convert.ToHexString(hash).ToLowerInvariant();
        var given = Encoding.UTF8.GetBytes(signature);
        return CryptographicOperations.FixedTimeEquals(Encoding.UTF8.GetBytes(expected), given);
    }
}
`
}
