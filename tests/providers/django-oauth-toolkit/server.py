"""django-oauth-toolkit (PyPI) under Keycloak's paths, with refresh tokens that are each good for one use.

Its administrator's interface is as much of Keycloak's as `tests/src/keycloak/admin.rs` needs: realms, users, new passwords,
log-out, and what was refused. Everything is in memory. The first line it prints is the port.
"""

import json
from urllib.parse import unquote
from wsgiref.simple_server import WSGIRequestHandler, make_server

import django
from django.conf import settings

CLIENT = "commerce"

settings.configure(
    ALLOWED_HOSTS=["*"],
    AUTH_USER_MODEL="auth.User",
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    INSTALLED_APPS=["django.contrib.auth", "django.contrib.contenttypes", "oauth2_provider"],
    OAUTH2_PROVIDER={
        "OAUTH2_VALIDATOR_CLASS": f"{__name__}.RealmValidator",
        "REFRESH_TOKEN_EXPIRE_SECONDS": 1800,
        "REFRESH_TOKEN_REUSE_PROTECTION": True,
        "ROTATE_REFRESH_TOKEN": True,
        "SCOPES": {"orders": "Orders"},
    },
    # The hasher that Django's documentation names for tests: what is slow on purpose would be all that this does.
    PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
    ROOT_URLCONF=__name__,
    SECRET_KEY="nothing is signed here",
    USE_TZ=True,
)
django.setup()

from django.contrib.auth.models import User  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.core.wsgi import get_wsgi_application  # noqa: E402
from django.http import JsonResponse  # noqa: E402
from django.urls import path  # noqa: E402
from oauth2_provider.models import AccessToken, Application, RefreshToken  # noqa: E402
from oauth2_provider.oauth2_validators import OAuth2Validator  # noqa: E402
from oauth2_provider.settings import oauth2_settings  # noqa: E402
from oauth2_provider.views import TokenView  # noqa: E402

# Refusals of refresh tokens, by realm.
events = {}


def user_name(realm, name):
    """What a user of a realm is called here, where there is one table of users."""
    return f"{realm}/{name}"


class RealmValidator(OAuth2Validator):
    """Looks a user up in the realm that the path names."""

    def validate_user(self, username, password, client, request, *args, **kwargs):
        realm = unquote(request.uri).split("/realms/")[1].split("/")[0]
        return super().validate_user(user_name(realm, username), password, client, request, *args, **kwargs)


def token(request, realm):
    if realm == "master":
        return JsonResponse({"access_token": "administrator"})
    response = TokenView.as_view()(request)
    if response.status_code >= 400 and request.POST.get("grant_type") == "refresh_token":
        events.setdefault(realm, []).append({"type": "REFRESH_TOKEN_ERROR"})
    return response


def create_realm(request):
    asked = json.loads(request.body)
    oauth2_settings.ACCESS_TOKEN_EXPIRE_SECONDS = asked["accessTokenLifespan"]
    Application.objects.get_or_create(
        client_id=CLIENT,
        client_type=Application.CLIENT_PUBLIC,
        authorization_grant_type=Application.GRANT_PASSWORD,
    )
    return JsonResponse({})


def users(request, realm):
    if request.method == "POST":
        asked = json.loads(request.body)
        User.objects.create_user(user_name(realm, asked["username"]), password=asked["credentials"][0]["value"])
        return JsonResponse({})
    found = User.objects.filter(username=user_name(realm, request.GET["username"]))
    return JsonResponse([{"id": str(user.pk)} for user in found], safe=False)


def reset_password(request, realm, user):
    user = User.objects.get(pk=user)
    user.set_password(json.loads(request.body)["value"])
    user.save()
    return JsonResponse({})


def log_out(request, realm, user):
    for refresh in RefreshToken.objects.filter(user=user, revoked__isnull=True):
        refresh.revoke()
    AccessToken.objects.filter(user=user).delete()
    return JsonResponse({})


urlpatterns = [
    path("realms/<realm>/protocol/openid-connect/token", token),
    path("admin/realms", create_realm),
    path("admin/realms/<realm>/users", users),
    path("admin/realms/<realm>/users/<user>/reset-password", reset_password),
    path("admin/realms/<realm>/users/<user>/logout", log_out),
    # Nothing here locks an account.
    path("admin/realms/<realm>/attack-detection/brute-force/users/<user>", lambda *_, **__: JsonResponse({})),
    path("admin/realms/<realm>/events", lambda _, realm: JsonResponse(events.get(realm, []), safe=False)),
]


class Quiet(WSGIRequestHandler):
    """Writes no line for each request."""

    def log_message(self, *_):
        pass


def main():
    call_command("migrate", verbosity=0)
    # One request at a time: a database in memory belongs to one thread.
    server = make_server("127.0.0.1", 0, get_wsgi_application(), handler_class=Quiet)
    print(server.server_port, flush=True)
    server.serve_forever()


main()
