package main

import (
	"context"
	"errors"
	"time"

	"golang.org/x/oauth2"
)

// renewalMargin is how long before its end a token is renewed: a fifth of the ten seconds that it lives here. The package's own
// margin is ten seconds, with which each call would renew.
const renewalMargin = 2 * time.Second

var errSignInNeeded = errors.New("the refresh token was refused")

// SharedSource gives tokens that processes share: a source of one's own under ReuseTokenSource, which is where the package has a
// caller read and keep tokens. The set is read from the store before a renewal, and written after it.
//
//   - TokenSource, ReuseTokenSourceWithExpiry, Config.TokenSource, Config.PasswordCredentialsToken: https://pkg.go.dev/golang.org/x/oauth2
type SharedSource struct {
	ctx      context.Context
	config   oauth2.Config
	username string
	password string
	tokens   *TokenSet
	// lock is nil where processes renew whenever they see the need.
	lock *Lock
	// held serves until its end where a renewal fails.
	held *oauth2.Token
}

// Token is called by one caller at a time: ReuseTokenSource sees to that.
func (s *SharedSource) Token() (*oauth2.Token, error) {
	token, err := s.renew()
	if err == nil {
		s.held = token
		return token, nil
	}
	if s.held != nil && time.Now().Before(s.held.Expiry) {
		return s.held, nil
	}
	return nil, err
}

func (s *SharedSource) renew() (*oauth2.Token, error) {
	stored, err := s.tokens.Read()
	if err != nil || isFresh(stored) {
		return stored, err
	}
	if s.lock == nil {
		return s.exchange(stored)
	}
	release, err := s.lock.Acquire()
	if err != nil {
		return nil, err
	}
	defer release()
	// Another process may have renewed while this one waited for the lock.
	if stored, err = s.tokens.Read(); err != nil || isFresh(stored) {
		return stored, err
	}
	return s.exchange(stored)
}

func (s *SharedSource) exchange(stored *oauth2.Token) (*oauth2.Token, error) {
	if stored.RefreshToken != "" {
		token, err := s.config.TokenSource(s.ctx, &oauth2.Token{RefreshToken: stored.RefreshToken}).Token()
		if err == nil {
			return token, s.tokens.Write(token)
		}
		var refused *oauth2.RetrieveError
		if !errors.As(err, &refused) || refused.ErrorCode != "invalid_grant" {
			return nil, err
		}
		// Refused, as another process was first: what that stored is used. Sent once more it would be refused once more.
		sent := stored.RefreshToken
		if stored, err = s.tokens.Read(); err != nil || isFresh(stored) {
			return stored, err
		}
		if stored.RefreshToken == sent {
			if err := s.tokens.Write(&oauth2.Token{}); err != nil {
				return nil, err
			}
		}
	}
	if s.password == "" {
		return nil, errSignInNeeded
	}
	token, err := s.config.PasswordCredentialsToken(s.ctx, s.username, s.password)
	if err != nil {
		return nil, err
	}
	return token, s.tokens.Write(token)
}

func isFresh(token *oauth2.Token) bool {
	return token.AccessToken != "" && time.Until(token.Expiry) > renewalMargin
}
