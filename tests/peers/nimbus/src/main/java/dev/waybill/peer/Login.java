package dev.waybill.peer;

import com.nimbusds.oauth2.sdk.AuthorizationGrant;
import com.nimbusds.oauth2.sdk.GeneralException;
import com.nimbusds.oauth2.sdk.OAuth2Error;
import com.nimbusds.oauth2.sdk.RefreshTokenGrant;
import com.nimbusds.oauth2.sdk.ResourceOwnerPasswordCredentialsGrant;
import com.nimbusds.oauth2.sdk.TokenRequest;
import com.nimbusds.oauth2.sdk.TokenResponse;
import com.nimbusds.oauth2.sdk.auth.Secret;
import com.nimbusds.oauth2.sdk.http.HTTPRequest;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.token.RefreshToken;
import com.nimbusds.oauth2.sdk.token.Tokens;
import java.io.IOException;
import java.net.URI;

/**
 * A login kept with Nimbus: the grants as its documentation shows them, and around them what it leaves to the application.
 * One set of tokens for all calls, one renewal at a time, and the password where the refresh token is refused.
 *
 * <p>Both grants, and how an answer is read: "OAuth 2.0 token request" among the examples of the SDK at connect2id.com
 * (products/nimbus-oauth-openid-connect-sdk/examples/oauth/token-request). Time-outs: {@code HTTPRequest} in its JavaDoc.
 */
final class Login {
    private final URI tokenEndpoint;
    private final ClientID clientId;
    private final int timeoutMs;
    private final String username;
    private Secret password;
    private RefreshToken refreshToken;
    private String accessToken;
    private long expiresAt;
    private long renewAt;

    Login(URI tokenEndpoint, String clientId, int timeoutMs, String username, String password, String refreshToken) {
        this.tokenEndpoint = tokenEndpoint;
        this.clientId = new ClientID(clientId);
        this.timeoutMs = timeoutMs;
        this.username = username;
        this.password = password == null ? null : new Secret(password);
        this.refreshToken = refreshToken == null ? null : new RefreshToken(refreshToken);
    }

    /**
     * A token that is good, and not one that the API refused. Whoever renews holds the monitor, and who comes meanwhile
     * waits and finds the new tokens.
     */
    synchronized String token(String refused) throws IOException, GeneralException, SignInNeeded {
        if (refused != null && refused.equals(accessToken)) {
            expiresAt = renewAt = 0;
        }
        if (System.currentTimeMillis() < renewAt) {
            return accessToken;
        }
        try {
            renew();
        } catch (IOException | GeneralException | SignInNeeded e) {
            // The token held serves until its end, whatever became of the renewal.
            if (System.currentTimeMillis() >= expiresAt) {
                throw e;
            }
        }
        return accessToken;
    }

    private void renew() throws IOException, GeneralException, SignInNeeded {
        if (refreshToken != null) {
            if (exchange(new RefreshTokenGrant(refreshToken))) {
                return;
            }
            refreshToken = null;
        }
        if (password == null) {
            throw new SignInNeeded("token.sign-in-again");
        }
        if (!exchange(new ResourceOwnerPasswordCredentialsGrant(username, password))) {
            // Sent again, a wrong password would lock the account.
            password = null;
            throw new SignInNeeded("token.credentials-rejected");
        }
    }

    /** Whether tokens came; otherwise the provider refused the grant. */
    private boolean exchange(AuthorizationGrant grant) throws IOException, GeneralException {
        HTTPRequest request = new TokenRequest.Builder(tokenEndpoint, clientId, grant).build().toHTTPRequest();
        request.setConnectTimeout(timeoutMs);
        request.setReadTimeout(timeoutMs);
        request.setFollowRedirects(false);
        TokenResponse response = TokenResponse.parse(request.send());
        if (response.indicatesSuccess()) {
            keep(response.toSuccessResponse().getTokens());
            return true;
        }
        var error = response.toErrorResponse().getErrorObject();
        if (OAuth2Error.INVALID_GRANT.equals(error)) {
            return false;
        }
        throw new GeneralException("the token exchange failed", error);
    }

    private void keep(Tokens tokens) {
        long now = System.currentTimeMillis();
        long life = tokens.getAccessToken().getLifetime() * 1000;
        accessToken = tokens.getAccessToken().getValue();
        if (tokens.getRefreshToken() != null) {
            refreshToken = tokens.getRefreshToken();
        }
        expiresAt = now + life;
        renewAt = expiresAt - renewalMargin(life);
    }

    /** A token is renewed so long before its end: half a minute, and at most a fifth of its life. */
    private static long renewalMargin(long life) {
        return Math.min(30_000, life / 5);
    }
}
