// One of several processes that share a login, with golang.org/x/oauth2, for `waybill-sharing` (tests/src/keycloak/sharing):
// commands come in on standard input and how each call ended goes out on standard output, a line of JSON each. With `lock`, a
// process renews under a lock in the store.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"
	"golang.org/x/oauth2"
)

type command struct {
	Config *struct {
		Environments []struct {
			AuthURL     string `json:"auth_url"`
			CommerceURL string `json:"commerce_url"`
		}
		Credentials []credentials
		Store       struct{ Address string }
		Timeout     int64 `json:"token_timeout_ms"`
	}
	Begin          *struct{ ID uint64 }
	SetCredentials *credentials `json:"set_credentials"`
	Close          *struct{}
}

type credentials struct {
	Login struct {
		Realm        string
		Username     string
		Password     string
		RefreshToken string `json:"refresh_token"`
	}
}

type outcome struct {
	ID      uint64 `json:"id"`
	Status  int    `json:"status,omitempty"`
	Code    string `json:"code,omitempty"`
	Message string `json:"message,omitempty"`
}

// host is one login, and the API that takes its tokens.
type host struct {
	tokens *TokenSet
	api    *http.Client
	origin string
	out    sync.Mutex
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	var h *host
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var c command
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			return err
		}
		switch {
		case c.Config != nil:
			var err error
			if h, err = start(c); err != nil {
				return err
			}
		case c.Begin != nil:
			go h.tell(h.send(c.Begin.ID))
		case c.SetCredentials != nil:
			if err := h.tokens.Write(&oauth2.Token{RefreshToken: c.SetCredentials.Login.RefreshToken}); err != nil {
				return err
			}
		case c.Close != nil:
			return nil
		}
	}
	return lines.Err()
}

func start(c command) (*host, error) {
	options, err := redis.ParseURL(c.Config.Store.Address)
	if err != nil {
		return nil, err
	}
	client := redis.NewClient(options)
	login, environment := c.Config.Credentials[0].Login, c.Config.Environments[0]
	name := "peer:" + login.Realm + ":" + login.Username
	tokens := &TokenSet{client: client, key: name}
	// Where there is a set already, it is newer than what this process was started with.
	if login.RefreshToken != "" {
		if err := tokens.Begin(login.RefreshToken); err != nil {
			return nil, err
		}
	}
	timeout := time.Duration(c.Config.Timeout) * time.Millisecond
	ctx := context.WithValue(context.Background(), oauth2.HTTPClient, &http.Client{Timeout: timeout})
	tokenURL := environment.AuthURL + "/realms/" + login.Realm + "/protocol/openid-connect/token"
	source := &SharedSource{
		ctx:      ctx,
		config:   oauth2.Config{ClientID: "commerce", Endpoint: oauth2.Endpoint{TokenURL: tokenURL, AuthStyle: oauth2.AuthStyleInParams}},
		username: login.Username,
		password: login.Password,
		tokens:   tokens,
	}
	if len(os.Args) > 1 && os.Args[1] == "lock" {
		source.lock = &Lock{client: client, key: name + ":lock"}
	}
	api := oauth2.NewClient(ctx, oauth2.ReuseTokenSourceWithExpiry(nil, source, renewalMargin))
	return &host{tokens: tokens, api: api, origin: environment.CommerceURL}, nil
}

func (h *host) send(id uint64) outcome {
	answer, err := h.api.Get(fmt.Sprintf("%s/tenant-1/orders/%d", h.origin, id))
	if errors.Is(err, errSignInNeeded) {
		return outcome{ID: id, Code: "token.sign-in-again", Message: err.Error()}
	}
	if err != nil {
		return outcome{ID: id, Code: "failed", Message: err.Error()}
	}
	defer answer.Body.Close()
	if _, err := io.Copy(io.Discard, answer.Body); err != nil {
		return outcome{ID: id, Code: "failed", Message: err.Error()}
	}
	return outcome{ID: id, Status: answer.StatusCode}
}

func (h *host) tell(o outcome) {
	line, _ := json.Marshal(map[string]outcome{"outcome": o})
	h.out.Lock()
	defer h.out.Unlock()
	fmt.Println(string(line))
}
