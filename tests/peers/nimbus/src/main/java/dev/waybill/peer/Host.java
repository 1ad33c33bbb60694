package dev.waybill.peer;

import com.nimbusds.oauth2.sdk.GeneralException;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.util.JSONObjectUtils;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import net.minidev.json.JSONObject;

/**
 * Makes the calls it is told to with Nimbus, for {@code waybill-peers} (tests/src/keycloak): commands come in on standard
 * input and how each call ended goes out on standard output, a line of JSON each.
 */
public final class Host {
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpClient api = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private JSONObject environment;
    private int timeoutMs;
    private Login login;

    private Host() {}

    public static void main(String[] arguments) throws IOException, ParseException {
        var host = new Host();
        var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            JSONObject command = JSONObjectUtils.parse(line);
            String name = command.keySet().iterator().next();
            JSONObject value = JSONObjectUtils.getJSONObject(command, name);
            switch (name) {
                case "config" -> host.configure(value);
                case "begin" -> host.begin(value);
                case "set_credentials" -> host.signIn(value);
                case "close" -> System.exit(0);
                default -> throw new IllegalStateException("no such command: " + name);
            }
        }
    }

    private void configure(JSONObject config) throws ParseException {
        String served = JSONObjectUtils.getString(config, "environment");
        for (JSONObject one : objects(config, "environments")) {
            if (served.equals(JSONObjectUtils.getString(one, "name"))) {
                environment = one;
            }
        }
        timeoutMs = JSONObjectUtils.getInt(config, "token_timeout_ms");
        signIn(objects(config, "credentials").get(0));
    }

    private void signIn(JSONObject credentials) throws ParseException {
        JSONObject given = JSONObjectUtils.getJSONObject(credentials, "login");
        String realm = JSONObjectUtils.getString(given, "realm");
        String endpoint = JSONObjectUtils.getString(environment, "auth_url") + "/realms/" + realm;
        login = new Login(
                URI.create(endpoint + "/protocol/openid-connect/token"),
                "commerce",
                timeoutMs,
                JSONObjectUtils.getString(given, "username"),
                JSONObjectUtils.getString(given, "password", null),
                JSONObjectUtils.getString(given, "refresh_token", null));
    }

    private void begin(JSONObject call) throws ParseException {
        long id = JSONObjectUtils.getLong(call, "id");
        URI uri = URI.create(JSONObjectUtils.getString(environment, "commerce_url") + "/tenant-1/orders/" + id);
        Login held = login;
        CompletableFuture<Integer> answer = CompletableFuture.supplyAsync(() -> status(held, uri), threads);
        if (call.containsKey("deadline_ms")) {
            // What the call waits for goes on for others.
            answer = answer.orTimeout(JSONObjectUtils.getLong(call, "deadline_ms"), TimeUnit.MILLISECONDS);
        }
        answer.whenComplete((status, failure) -> tell(id, status, failure));
    }

    private int status(Login held, URI uri) {
        try {
            return get(held, uri);
        } catch (Exception e) {
            throw new CompletionException(e);
        }
    }

    /** A request with the token; where the API refuses it, once more with a new one. */
    private int get(Login held, URI uri) throws IOException, InterruptedException, GeneralException, SignInNeeded {
        String token = held.token(null);
        int status = send(uri, token);
        return status == 401 ? send(uri, held.token(token)) : status;
    }

    private int send(URI uri, String token) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(uri)
                .header("authorization", "Bearer " + token)
                .timeout(Duration.ofMillis(timeoutMs))
                .build();
        return api.send(request, HttpResponse.BodyHandlers.ofString()).statusCode();
    }

    private void tell(long id, Integer status, Throwable failure) {
        var outcome = new JSONObject();
        outcome.put("id", id);
        if (failure == null) {
            outcome.put("status", status);
        } else {
            Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
            outcome.put("code", code(cause));
            outcome.put("message", cause.getMessage());
        }
        var line = new JSONObject();
        line.put("outcome", outcome);
        synchronized (System.out) {
            System.out.println(line.toJSONString());
        }
    }

    private static String code(Throwable cause) {
        if (cause instanceof SignInNeeded needed) {
            return needed.code();
        }
        return cause instanceof TimeoutException ? "call.deadline" : cause.getClass().getSimpleName();
    }

    private static List<JSONObject> objects(JSONObject object, String name) throws ParseException {
        return JSONObjectUtils.getJSONArray(object, name).stream().map(JSONObject.class::cast).toList();
    }
}
