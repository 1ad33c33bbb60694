package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
	"golang.org/x/oauth2"
)

// TokenSet is the set of tokens that processes share, in Redis as JSON.
type TokenSet struct {
	client *redis.Client
	key    string
}

func (t *TokenSet) Read() (*oauth2.Token, error) {
	text, err := t.client.Get(context.Background(), t.key).Bytes()
	if errors.Is(err, redis.Nil) {
		return &oauth2.Token{}, nil
	}
	if err != nil {
		return nil, err
	}
	token := new(oauth2.Token)
	return token, json.Unmarshal(text, token)
}

func (t *TokenSet) Write(token *oauth2.Token) error {
	text, err := json.Marshal(token)
	if err != nil {
		return err
	}
	return t.client.Set(context.Background(), t.key, text, 0).Err()
}

// Begin stores a refresh token to begin with, where nothing is stored.
func (t *TokenSet) Begin(refreshToken string) error {
	text, err := json.Marshal(&oauth2.Token{RefreshToken: refreshToken})
	if err != nil {
		return err
	}
	return t.client.SetNX(context.Background(), t.key, text, 0).Err()
}

// Lock is a lock as Redis's own documentation shows it for one server:
// https://redis.io/docs/latest/develop/clients/patterns/distributed-locks/#correct-implementation-with-a-single-instance
type Lock struct {
	client *redis.Client
	key    string
}

var releaseScript = redis.NewScript("if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0")

// Acquire waits until nobody holds the lock; it is held for ten seconds at most.
func (l *Lock) Acquire() (release func(), err error) {
	owner := rand.Text()
	for {
		taken, err := l.client.SetNX(context.Background(), l.key, owner, 10*time.Second).Result()
		if err != nil {
			return nil, err
		}
		if taken {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	return func() { releaseScript.Run(context.Background(), l.client, []string{l.key}, owner) }, nil
}
